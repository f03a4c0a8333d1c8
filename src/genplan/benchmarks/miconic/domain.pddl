; A lift between floors. In (above a b), b is the higher floor, next to a or not.
(define (domain miconic)
  (:requirements :strips :typing)

  (:types passenger floor)

  (:predicates
    (origin ?passenger - passenger ?floor - floor)
    (destin ?passenger - passenger ?floor - floor)
    (above ?lower ?higher - floor)
    (boarded ?passenger - passenger)
    (served ?passenger - passenger)
    (lift-at ?floor - floor)
  )

  (:action board
    :parameters (?floor - floor ?passenger - passenger)
    :precondition (and
      (lift-at ?floor)
      (origin ?passenger ?floor))
    :effect (boarded ?passenger)
  )

  (:action depart
    :parameters (?floor - floor ?passenger - passenger)
    :precondition (and
      (lift-at ?floor)
      (destin ?passenger ?floor)
      (boarded ?passenger))
    :effect (and
      (not (boarded ?passenger))
      (served ?passenger))
  )

  (:action up
    :parameters (?from ?to - floor)
    :precondition (and
      (lift-at ?from)
      (above ?from ?to))
    :effect (and
      (not (lift-at ?from))
      (lift-at ?to))
  )

  (:action down
    :parameters (?from ?to - floor)
    :precondition (and
      (lift-at ?from)
      (above ?to ?from))
    :effect (and
      (not (lift-at ?from))
      (lift-at ?to))
  )
)
