; A grid whose cells are visited by naming row and column.
(define (domain visitall)
  (:requirements :strips :typing :negative-preconditions)

  (:types row column)

  (:predicates
    (cell ?row - row ?column - column)  ; has been visited
  )

  (:action visit
    :parameters (?row - row ?column - column)
    :precondition (not (cell ?row ?column))
    :effect (cell ?row ?column)
  )
)
