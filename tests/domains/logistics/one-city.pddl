(define (problem one-city)
  (:domain logistics)
  (:objects letter - package
            van - truck
            north south - office
            town - city)
  (:init (in-city north town) (in-city south town)
         (at van north) (at letter south))
  (:goal (at letter north)))
