; A corridor of locations in a row. Nothing but the goal tells where to go.
(define (domain corridor-plain)
  (:requirements :strips :typing :negative-preconditions)

  (:types location)

  (:predicates
    (at ?here - location)
    (adjacent ?here ?there - location)
  )

  (:action move
    :parameters (?here ?there - location)
    :precondition (and
      (at ?here)
      (not (at ?there))
      (adjacent ?here ?there))
    :effect (and
      (not (at ?here))
      (at ?there))
  )
)
