; The corridor of the paper's Figures 1 and 2, without negative preconditions.
(define (domain corridor-lock)
  (:requirements :strips)

  (:predicates
    (agent-at ?x)
    (lock-at ?x)
    (key-at ?x)
    (agent-has-key)
    (unlocked)
    (adjacent ?x1 ?x2)
  )

  (:action move
    :parameters (?x1 ?x2)
    :precondition (and (adjacent ?x1 ?x2) (agent-at ?x1))
    :effect (and (agent-at ?x2) (not (agent-at ?x1)))
  )

  (:action pickup-key
    :parameters (?x)
    :precondition (and (agent-at ?x) (key-at ?x))
    :effect (and (agent-has-key) (not (key-at ?x)))
  )

  (:action drop-key
    :parameters (?x)
    :precondition (and (agent-at ?x) (agent-has-key))
    :effect (and (key-at ?x) (not (agent-has-key)))
  )

  (:action open-lock
    :parameters (?x)
    :precondition (and (agent-at ?x) (lock-at ?x) (agent-has-key))
    :effect (unlocked)
  )
)
