; A corridor with links in one direction. Each spanner tightens one nut.
(define (domain spanner)
  (:requirements :strips :typing)

  (:types location man nut spanner)

  (:predicates
    (atm ?man - man ?place - location)
    (ats ?spanner - spanner ?place - location)
    (atn ?nut - nut ?place - location)
    (carrying ?man - man ?spanner - spanner)
    (useable ?spanner - spanner)
    (link ?place ?next - location)
    (tightened ?nut - nut)
    (loose ?nut - nut)
  )

  (:action walk
    :parameters (?place ?next - location ?man - man)
    :precondition (and
      (atm ?man ?place)
      (link ?place ?next))
    :effect (and
      (not (atm ?man ?place))
      (atm ?man ?next))
  )

  (:action pickup_spanner
    :parameters (?place - location ?spanner - spanner ?man - man)
    :precondition (and
      (atm ?man ?place)
      (ats ?spanner ?place))
    :effect (and
      (not (ats ?spanner ?place))
      (carrying ?man ?spanner))
  )

  (:action tighten_nut
    :parameters (?place - location ?spanner - spanner ?man - man ?nut - nut)
    :precondition (and
      (atm ?man ?place)
      (atn ?nut ?place)
      (carrying ?man ?spanner)
      (useable ?spanner)
      (loose ?nut))
    :effect (and
      (not (loose ?nut))
      (not (useable ?spanner))
      (tightened ?nut))
  )
)
