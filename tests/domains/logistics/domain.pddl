; Packages travel by truck inside a city and by airplane between cities.
; Types stand here before the types above them are declared.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    truck airplane - vehicle
    package vehicle - thing
    airport office - place
    city place thing - object)

  (:predicates
    (in-city ?where - place ?city - city)
    (at ?what - thing ?where - place)
    (in ?what - package ?inside - vehicle))

  (:action drive
    :parameters (?truck - truck ?from ?to - place ?city - city)
    :precondition (and (at ?truck ?from) (in-city ?from ?city) (in-city ?to ?city))
    :effect (and (not (at ?truck ?from)) (at ?truck ?to)))

  (:action fly
    :parameters (?plane - airplane ?from ?to - airport)
    :precondition (at ?plane ?from)
    :effect (and (not (at ?plane ?from)) (at ?plane ?to)))

  (:action load
    :parameters (?package - package ?vehicle - vehicle ?where - place)
    :precondition (and (at ?vehicle ?where) (at ?package ?where))
    :effect (and (not (at ?package ?where)) (in ?package ?vehicle)))

  (:action unload
    :parameters (?package - package ?vehicle - vehicle ?where - place)
    :precondition (and (at ?vehicle ?where) (in ?package ?vehicle))
    :effect (and (not (in ?package ?vehicle)) (at ?package ?where))))
