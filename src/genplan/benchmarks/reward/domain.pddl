; An agent on a grid picks up what lies in the cells; some cells cannot be entered.
(define (domain reward)
  (:requirements :strips :typing)

  (:types cell)

  (:predicates
    (adjacent ?cell ?next - cell)
    (unblocked ?cell - cell)
    (at ?cell - cell)
    (reward ?cell - cell)
    (picked ?cell - cell)
  )

  (:action move
    :parameters (?cell ?next - cell)
    :precondition (and
      (at ?cell)
      (adjacent ?cell ?next)
      (unblocked ?next))
    :effect (and
      (not (at ?cell))
      (at ?next))
  )

  (:action pick
    :parameters (?cell - cell)
    :precondition (and
      (at ?cell)
      (reward ?cell))
    :effect (and
      (not (reward ?cell))
      (picked ?cell))
  )
)
