; Vehicles drive on roads and have room for so many packages more. In
; (capacity-predecessor a b), b is one more than a.
(define (domain transport)
  (:requirements :strips :typing)

  (:types
    location locatable capacity-number - object
    vehicle package - locatable
  )

  (:predicates
    (road ?from ?to - location)
    (at ?thing - locatable ?location - location)
    (in ?package - package ?vehicle - vehicle)
    (capacity ?vehicle - vehicle ?room - capacity-number)
    (capacity-predecessor ?less ?more - capacity-number)
  )

  (:action drive
    :parameters (?vehicle - vehicle ?from ?to - location)
    :precondition (and
      (at ?vehicle ?from)
      (road ?from ?to))
    :effect (and
      (not (at ?vehicle ?from))
      (at ?vehicle ?to))
  )

  (:action pick-up
    :parameters (?vehicle - vehicle ?location - location ?package - package
                 ?less ?more - capacity-number)
    :precondition (and
      (at ?vehicle ?location)
      (at ?package ?location)
      (capacity-predecessor ?less ?more)
      (capacity ?vehicle ?more))
    :effect (and
      (not (at ?package ?location))
      (not (capacity ?vehicle ?more))
      (in ?package ?vehicle)
      (capacity ?vehicle ?less))
  )

  (:action drop
    :parameters (?vehicle - vehicle ?location - location ?package - package
                 ?less ?more - capacity-number)
    :precondition (and
      (at ?vehicle ?location)
      (in ?package ?vehicle)
      (capacity-predecessor ?less ?more)
      (capacity ?vehicle ?less))
    :effect (and
      (not (in ?package ?vehicle))
      (not (capacity ?vehicle ?less))
      (at ?package ?location)
      (capacity ?vehicle ?more))
  )
)
