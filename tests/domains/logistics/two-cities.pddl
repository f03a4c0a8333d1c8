(define (problem two-cities)
  (:domain logistics)
  (:objects
    parcel letter - package
    van lorry - truck
    jet - airplane
    field-a field-b - airport
    office-a office-b - office
    a-town b-town - city)
  (:init
    (in-city field-a a-town) (in-city office-a a-town)
    (in-city field-b b-town) (in-city office-b b-town)
    (at jet field-b)
    (at van office-a) (at lorry field-b)
    (at parcel office-a) (at letter office-b))
  (:goal (and (at parcel office-b) (at letter field-a) (at jet field-a))))
