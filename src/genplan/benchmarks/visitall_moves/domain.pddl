; An agent walks from cell to cell of a grid and leaves every cell visited.
(define (domain visitall-moves)
  (:requirements :strips :typing)

  (:types cell)

  (:predicates
    (connected ?cell ?next - cell)
    (at ?cell - cell)
    (visited ?cell - cell)
  )

  (:action move
    :parameters (?cell ?next - cell)
    :precondition (and
      (at ?cell)
      (connected ?cell ?next))
    :effect (and
      (not (at ?cell))
      (at ?next)
      (visited ?next))
  )
)
