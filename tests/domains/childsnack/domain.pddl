; Sandwiches for children, some of whom are allergic to gluten. The kitchen is a constant.
(define (domain child-snack)
  (:requirements :typing)
  (:types child bread-portion content-portion sandwich tray place)
  (:constants kitchen - place)
  (:predicates
    (at-kitchen-bread ?b - bread-portion)
    (at-kitchen-content ?c - content-portion)
    (at-kitchen-sandwich ?s - sandwich)
    (no-gluten-bread ?b - bread-portion)
    (no-gluten-content ?c - content-portion)
    (ontray ?s - sandwich ?t - tray)
    (no-gluten-sandwich ?s - sandwich)
    (allergic ?c - child)
    (not-allergic ?c - child)
    (served ?c - child)
    (waiting ?c - child ?p - place)
    (at ?t - tray ?p - place)
    (not-exist ?s - sandwich))

  (:action make-sandwich-no-gluten
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (at-kitchen-bread ?b) (at-kitchen-content ?c)
                       (no-gluten-bread ?b) (no-gluten-content ?c) (not-exist ?s))
    :effect (and (not (at-kitchen-bread ?b)) (not (at-kitchen-content ?c))
                 (at-kitchen-sandwich ?s) (no-gluten-sandwich ?s) (not (not-exist ?s))))

  (:action make-sandwich
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (at-kitchen-bread ?b) (at-kitchen-content ?c) (not-exist ?s))
    :effect (and (not (at-kitchen-bread ?b)) (not (at-kitchen-content ?c))
                 (at-kitchen-sandwich ?s) (not (not-exist ?s))))

  (:action put-on-tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (at-kitchen-sandwich ?s) (at ?t kitchen))
    :effect (and (not (at-kitchen-sandwich ?s)) (ontray ?s ?t)))

  (:action serve-no-gluten
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (allergic ?c) (ontray ?s ?t) (waiting ?c ?p)
                       (no-gluten-sandwich ?s) (at ?t ?p))
    :effect (and (not (ontray ?s ?t)) (served ?c)))

  (:action serve
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (not-allergic ?c) (waiting ?c ?p) (ontray ?s ?t) (at ?t ?p))
    :effect (and (not (ontray ?s ?t)) (served ?c)))

  (:action move-tray
    :parameters (?t - tray ?from ?to - place)
    :precondition (at ?t ?from)
    :effect (and (not (at ?t ?from)) (at ?t ?to))))
