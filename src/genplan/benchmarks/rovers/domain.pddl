; Rovers drive between waypoints, analyse soil and rock, take images with calibrated cameras,
; and send what they have to a lander in sight.
(define (domain rovers)
  (:requirements :strips :typing)

  (:types rover waypoint store camera mode lander objective)

  (:predicates
    (at ?rover - rover ?waypoint - waypoint)
    (at-lander ?lander - lander ?waypoint - waypoint)
    (can-traverse ?rover - rover ?from ?to - waypoint)
    (visible ?from ?to - waypoint)
    (equipped-for-soil-analysis ?rover - rover)
    (equipped-for-rock-analysis ?rover - rover)
    (equipped-for-imaging ?rover - rover)
    (store-of ?store - store ?rover - rover)
    (empty ?store - store)
    (full ?store - store)
    (at-soil-sample ?waypoint - waypoint)
    (at-rock-sample ?waypoint - waypoint)
    (have-soil-analysis ?rover - rover ?waypoint - waypoint)
    (have-rock-analysis ?rover - rover ?waypoint - waypoint)
    (on-board ?camera - camera ?rover - rover)
    (supports ?camera - camera ?mode - mode)
    (calibration-target ?camera - camera ?objective - objective)
    (calibrated ?camera - camera ?rover - rover)
    (visible-from ?objective - objective ?waypoint - waypoint)
    (have-image ?rover - rover ?objective - objective ?mode - mode)
    (available ?rover - rover)
    (channel-free ?lander - lander)
    (communicated-soil-data ?waypoint - waypoint)
    (communicated-rock-data ?waypoint - waypoint)
    (communicated-image-data ?objective - objective ?mode - mode)
  )

  (:action navigate
    :parameters (?rover - rover ?from ?to - waypoint)
    :precondition (and
      (available ?rover)
      (at ?rover ?from)
      (can-traverse ?rover ?from ?to)
      (visible ?from ?to))
    :effect (and
      (not (at ?rover ?from))
      (at ?rover ?to))
  )

  (:action sample-soil
    :parameters (?rover - rover ?store - store ?waypoint - waypoint)
    :precondition (and
      (at ?rover ?waypoint)
      (at-soil-sample ?waypoint)
      (equipped-for-soil-analysis ?rover)
      (store-of ?store ?rover)
      (empty ?store))
    :effect (and
      (not (empty ?store))
      (not (at-soil-sample ?waypoint))
      (full ?store)
      (have-soil-analysis ?rover ?waypoint))
  )

  (:action sample-rock
    :parameters (?rover - rover ?store - store ?waypoint - waypoint)
    :precondition (and
      (at ?rover ?waypoint)
      (at-rock-sample ?waypoint)
      (equipped-for-rock-analysis ?rover)
      (store-of ?store ?rover)
      (empty ?store))
    :effect (and
      (not (empty ?store))
      (not (at-rock-sample ?waypoint))
      (full ?store)
      (have-rock-analysis ?rover ?waypoint))
  )

  ; The analysis stays when the sample goes.
  (:action drop
    :parameters (?rover - rover ?store - store)
    :precondition (and
      (store-of ?store ?rover)
      (full ?store))
    :effect (and
      (not (full ?store))
      (empty ?store))
  )

  (:action calibrate
    :parameters (?rover - rover ?camera - camera ?objective - objective ?waypoint - waypoint)
    :precondition (and
      (equipped-for-imaging ?rover)
      (on-board ?camera ?rover)
      (calibration-target ?camera ?objective)
      (visible-from ?objective ?waypoint)
      (at ?rover ?waypoint))
    :effect (calibrated ?camera ?rover)
  )

  (:action take-image
    :parameters (?rover - rover ?waypoint - waypoint ?objective - objective ?camera - camera
                 ?mode - mode)
    :precondition (and
      (equipped-for-imaging ?rover)
      (on-board ?camera ?rover)
      (calibrated ?camera ?rover)
      (supports ?camera ?mode)
      (visible-from ?objective ?waypoint)
      (at ?rover ?waypoint))
    :effect (and
      (not (calibrated ?camera ?rover))
      (have-image ?rover ?objective ?mode))
  )

  (:action communicate-soil-data
    :parameters (?rover - rover ?lander - lander ?analysed ?here ?there - waypoint)
    :precondition (and
      (at ?rover ?here)
      (at-lander ?lander ?there)
      (visible ?here ?there)
      (have-soil-analysis ?rover ?analysed)
      (available ?rover)
      (channel-free ?lander))
    :effect (communicated-soil-data ?analysed)
  )

  (:action communicate-rock-data
    :parameters (?rover - rover ?lander - lander ?analysed ?here ?there - waypoint)
    :precondition (and
      (at ?rover ?here)
      (at-lander ?lander ?there)
      (visible ?here ?there)
      (have-rock-analysis ?rover ?analysed)
      (available ?rover)
      (channel-free ?lander))
    :effect (communicated-rock-data ?analysed)
  )

  (:action communicate-image-data
    :parameters (?rover - rover ?lander - lander ?objective - objective ?mode - mode
                 ?here ?there - waypoint)
    :precondition (and
      (at ?rover ?here)
      (at-lander ?lander ?there)
      (visible ?here ?there)
      (have-image ?rover ?objective ?mode)
      (available ?rover)
      (channel-free ?lander))
    :effect (communicated-image-data ?objective ?mode)
  )
)
