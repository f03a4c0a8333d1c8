; A corridor of locations in a row. The initial state repeats where the goal is, so that a
; program can test whether it has arrived.
(define (domain corridor)
  (:requirements :strips :typing :negative-preconditions)

  (:types location)

  (:predicates
    (at ?here - location)
    (goal-at ?here - location)
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
