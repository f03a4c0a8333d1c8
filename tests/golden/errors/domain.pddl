; The domain of all instances in instances.txt, init.txt and goals.txt.
(define (domain errands)
  (:requirements :strips :typing :action-costs)
  (:types place thing - object ball key - thing)
  (:constants home - place)
  (:predicates (at ?x - thing ?p - place) (linked ?a ?b - place) (open ?k - key) (late))
  (:functions (total-cost) - number (distance ?a ?b - place) - number)
  (:action walk
    :parameters (?a ?b - place)
    :precondition (linked ?a ?b)
    :effect (and (late) (increase (total-cost) (distance ?a ?b)))))
