; Trucks drive inside a city, airplanes fly between airports, and both carry any number of
; packages.
(define (domain logistics)
  (:requirements :strips :typing)

  (:types
    city place thing - object
    airport location - place
    package vehicle - thing
    truck airplane - vehicle
  )

  (:predicates
    (in-city ?place - place ?city - city)
    (at ?thing - thing ?place - place)
    (in ?package - package ?vehicle - vehicle)
  )

  (:action load-truck
    :parameters (?package - package ?truck - truck ?place - place)
    :precondition (and
      (at ?truck ?place)
      (at ?package ?place))
    :effect (and
      (not (at ?package ?place))
      (in ?package ?truck))
  )

  (:action load-airplane
    :parameters (?package - package ?airplane - airplane ?place - place)
    :precondition (and
      (at ?airplane ?place)
      (at ?package ?place))
    :effect (and
      (not (at ?package ?place))
      (in ?package ?airplane))
  )

  (:action unload-truck
    :parameters (?package - package ?truck - truck ?place - place)
    :precondition (and
      (at ?truck ?place)
      (in ?package ?truck))
    :effect (and
      (not (in ?package ?truck))
      (at ?package ?place))
  )

  (:action unload-airplane
    :parameters (?package - package ?airplane - airplane ?place - place)
    :precondition (and
      (at ?airplane ?place)
      (in ?package ?airplane))
    :effect (and
      (not (in ?package ?airplane))
      (at ?package ?place))
  )

  (:action drive-truck
    :parameters (?truck - truck ?from ?to - place ?city - city)
    :precondition (and
      (at ?truck ?from)
      (in-city ?from ?city)
      (in-city ?to ?city))
    :effect (and
      (not (at ?truck ?from))
      (at ?truck ?to))
  )

  (:action fly-airplane
    :parameters (?airplane - airplane ?from ?to - airport)
    :precondition (at ?airplane ?from)
    :effect (and
      (not (at ?airplane ?from))
      (at ?airplane ?to))
  )
)
