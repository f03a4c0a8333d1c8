; Blocks in towers on a table; all of them are to form one tower in their order.
(define (domain blocks-tower)
  (:requirements :strips)

  (:predicates
    (on ?block ?below)
    (ontable ?block)
    (clear ?block)
    (handempty)
    (holding ?block)
  )

  (:action pick-up
    :parameters (?block)
    :precondition (and
      (clear ?block)
      (ontable ?block)
      (handempty))
    :effect (and
      (not (ontable ?block))
      (not (clear ?block))
      (not (handempty))
      (holding ?block))
  )

  (:action put-down
    :parameters (?block)
    :precondition (holding ?block)
    :effect (and
      (not (holding ?block))
      (clear ?block)
      (handempty)
      (ontable ?block))
  )

  (:action stack
    :parameters (?block ?below)
    :precondition (and
      (holding ?block)
      (clear ?below))
    :effect (and
      (not (holding ?block))
      (not (clear ?below))
      (clear ?block)
      (handempty)
      (on ?block ?below))
  )

  (:action unstack
    :parameters (?block ?below)
    :precondition (and
      (on ?block ?below)
      (clear ?block)
      (handempty))
    :effect (and
      (holding ?block)
      (clear ?below)
      (not (clear ?block))
      (not (handempty))
      (not (on ?block ?below)))
  )
)
