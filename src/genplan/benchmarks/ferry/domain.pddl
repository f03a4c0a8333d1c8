; A ferry sails from any port to any other and carries one car at a time.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions)

  (:types port car)

  (:predicates
    (at-ferry ?port - port)
    (at ?car - car ?port - port)
    (on ?car - car)
    (empty-ferry)
  )

  (:action sail
    :parameters (?from ?to - port)
    :precondition (and
      (at-ferry ?from)
      (not (at-ferry ?to)))
    :effect (and
      (not (at-ferry ?from))
      (at-ferry ?to))
  )

  (:action board
    :parameters (?car - car ?port - port)
    :precondition (and
      (at ?car ?port)
      (at-ferry ?port)
      (empty-ferry))
    :effect (and
      (not (at ?car ?port))
      (not (empty-ferry))
      (on ?car))
  )

  (:action debark
    :parameters (?car - car ?port - port)
    :precondition (and
      (on ?car)
      (at-ferry ?port))
    :effect (and
      (not (on ?car))
      (empty-ferry)
      (at ?car ?port))
  )
)
