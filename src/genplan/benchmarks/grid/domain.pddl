; A robot carries one key at a time through a grid. A key opens a locked place next to the
; robot if it has the shape of the lock; what is open stays open.
(define (domain grid)
  (:requirements :strips :typing)

  (:types place shape key)

  (:predicates
    (connected ?place ?next - place)
    (key-shape ?key - key ?shape - shape)
    (lock-shape ?place - place ?shape - shape)
    (locked ?place - place)
    (open ?place - place)
    (at-robot ?place - place)
    (at ?key - key ?place - place)
    (holding ?key - key)
    (arm-empty)
  )

  (:action move
    :parameters (?place ?next - place)
    :precondition (and
      (at-robot ?place)
      (connected ?place ?next)
      (open ?next))
    :effect (and
      (not (at-robot ?place))
      (at-robot ?next))
  )

  (:action unlock
    :parameters (?place ?next - place ?key - key ?shape - shape)
    :precondition (and
      (at-robot ?place)
      (connected ?place ?next)
      (holding ?key)
      (key-shape ?key ?shape)
      (lock-shape ?next ?shape)
      (locked ?next))
    :effect (and
      (not (locked ?next))
      (open ?next))
  )

  (:action pick-up
    :parameters (?place - place ?key - key)
    :precondition (and
      (at-robot ?place)
      (at ?key ?place)
      (arm-empty))
    :effect (and
      (not (at ?key ?place))
      (not (arm-empty))
      (holding ?key))
  )

  (:action swap
    :parameters (?place - place ?taken ?left - key)
    :precondition (and
      (at-robot ?place)
      (at ?taken ?place)
      (holding ?left))
    :effect (and
      (not (at ?taken ?place))
      (not (holding ?left))
      (holding ?taken)
      (at ?left ?place))
  )

  (:action put-down
    :parameters (?place - place ?key - key)
    :precondition (and
      (at-robot ?place)
      (holding ?key))
    :effect (and
      (not (holding ?key))
      (arm-empty)
      (at ?key ?place))
  )
)
