; A truck drives from cell to cell of a grid and carries one package at a time.
(define (domain delivery)
  (:requirements :strips :typing)

  (:types cell package)

  (:predicates
    (adjacent ?cell ?next - cell)
    (at-truck ?cell - cell)
    (at ?package - package ?cell - cell)
    (carrying ?package - package)
    (empty)  ; the truck carries nothing
  )

  (:action drive
    :parameters (?cell ?next - cell)
    :precondition (and
      (at-truck ?cell)
      (adjacent ?cell ?next))
    :effect (and
      (not (at-truck ?cell))
      (at-truck ?next))
  )

  (:action pick
    :parameters (?package - package ?cell - cell)
    :precondition (and
      (at-truck ?cell)
      (at ?package ?cell)
      (empty))
    :effect (and
      (not (at ?package ?cell))
      (not (empty))
      (carrying ?package))
  )

  (:action drop
    :parameters (?package - package ?cell - cell)
    :precondition (and
      (at-truck ?cell)
      (carrying ?package))
    :effect (and
      (not (carrying ?package))
      (empty)
      (at ?package ?cell))
  )
)
