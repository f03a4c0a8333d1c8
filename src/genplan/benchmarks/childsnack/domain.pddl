; Sandwiches are made in the kitchen and carried on trays to the tables where children wait.
; A child that is allergic to gluten gets a sandwich without any.
(define (domain childsnack)
  (:requirements :strips :typing)

  (:types child bread-portion content-portion sandwich tray place)

  (:constants kitchen - place)

  (:predicates
    (at-kitchen-bread ?bread - bread-portion)
    (at-kitchen-content ?content - content-portion)
    (at-kitchen-sandwich ?sandwich - sandwich)
    (no-gluten-bread ?bread - bread-portion)
    (no-gluten-content ?content - content-portion)
    (no-gluten-sandwich ?sandwich - sandwich)
    (not-exist ?sandwich - sandwich)
    (on-tray ?sandwich - sandwich ?tray - tray)
    (at ?tray - tray ?place - place)
    (allergic ?child - child)
    (not-allergic ?child - child)
    (waiting ?child - child ?place - place)
    (served ?child - child)
  )

  (:action make-sandwich-no-gluten
    :parameters (?sandwich - sandwich ?bread - bread-portion ?content - content-portion)
    :precondition (and
      (at-kitchen-bread ?bread)
      (at-kitchen-content ?content)
      (no-gluten-bread ?bread)
      (no-gluten-content ?content)
      (not-exist ?sandwich))
    :effect (and
      (not (at-kitchen-bread ?bread))
      (not (at-kitchen-content ?content))
      (not (not-exist ?sandwich))
      (at-kitchen-sandwich ?sandwich)
      (no-gluten-sandwich ?sandwich))
  )

  (:action make-sandwich
    :parameters (?sandwich - sandwich ?bread - bread-portion ?content - content-portion)
    :precondition (and
      (at-kitchen-bread ?bread)
      (at-kitchen-content ?content)
      (not-exist ?sandwich))
    :effect (and
      (not (at-kitchen-bread ?bread))
      (not (at-kitchen-content ?content))
      (not (not-exist ?sandwich))
      (at-kitchen-sandwich ?sandwich))
  )

  (:action put-on-tray
    :parameters (?sandwich - sandwich ?tray - tray)
    :precondition (and
      (at-kitchen-sandwich ?sandwich)
      (at ?tray kitchen))
    :effect (and
      (not (at-kitchen-sandwich ?sandwich))
      (on-tray ?sandwich ?tray))
  )

  (:action serve-sandwich-no-gluten
    :parameters (?sandwich - sandwich ?child - child ?tray - tray ?place - place)
    :precondition (and
      (allergic ?child)
      (waiting ?child ?place)
      (at ?tray ?place)
      (on-tray ?sandwich ?tray)
      (no-gluten-sandwich ?sandwich))
    :effect (and
      (not (on-tray ?sandwich ?tray))
      (served ?child))
  )

  (:action serve-sandwich
    :parameters (?sandwich - sandwich ?child - child ?tray - tray ?place - place)
    :precondition (and
      (not-allergic ?child)
      (waiting ?child ?place)
      (at ?tray ?place)
      (on-tray ?sandwich ?tray))
    :effect (and
      (not (on-tray ?sandwich ?tray))
      (served ?child))
  )

  (:action move-tray
    :parameters (?tray - tray ?from ?to - place)
    :precondition (at ?tray ?from)
    :effect (and
      (not (at ?tray ?from))
      (at ?tray ?to))
  )
)
