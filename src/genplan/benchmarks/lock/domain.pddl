; A corridor of cells with a lock in one cell and its key in another. There are no types.
(define (domain lock)
  (:requirements :strips :negative-preconditions)

  (:predicates
    (at-agent ?cell)
    (at-key ?cell)
    (at-lock ?cell)
    (has-agent-key)
    (adjacent ?cell ?next)
    (unlocked)
  )

  (:action move
    :parameters (?cell ?next)
    :precondition (and
      (adjacent ?cell ?next)
      (at-agent ?cell)
      (not (at-agent ?next)))
    :effect (and
      (at-agent ?next)
      (not (at-agent ?cell)))
  )

  (:action pickup
    :parameters (?cell)
    :precondition (and
      (at-agent ?cell)
      (at-key ?cell))
    :effect (and
      (has-agent-key)
      (not (at-key ?cell)))
  )

  ; The key lies in the cell afterwards, but the agent still counts as having it.
  (:action drop
    :parameters (?cell)
    :precondition (and
      (at-agent ?cell)
      (has-agent-key))
    :effect (at-key ?cell)
  )

  (:action open
    :parameters (?cell)
    :precondition (and
      (at-agent ?cell)
      (at-lock ?cell)
      (has-agent-key))
    :effect (unlocked)
  )
)
