; Rovers on a planet take samples and images and send the data to a lander.
(define (domain rover)
  (:requirements :strips :typing)
  (:types rover waypoint store camera mode lander objective)
  (:predicates
    (at ?r - rover ?w - waypoint)
    (at-lander ?l - lander ?w - waypoint)
    (can-traverse ?r - rover ?from ?to - waypoint)
    (equipped-for-soil ?r - rover)
    (equipped-for-rock ?r - rover)
    (equipped-for-imaging ?r - rover)
    (empty ?s - store)
    (full ?s - store)
    (store-of ?s - store ?r - rover)
    (have-rock ?r - rover ?w - waypoint)
    (have-soil ?r - rover ?w - waypoint)
    (have-image ?r - rover ?o - objective ?m - mode)
    (calibrated ?c - camera ?r - rover)
    (supports ?c - camera ?m - mode)
    (available ?r - rover)
    (visible ?from ?to - waypoint)
    (communicated-soil ?w - waypoint)
    (communicated-rock ?w - waypoint)
    (communicated-image ?o - objective ?m - mode)
    (at-soil ?w - waypoint)
    (at-rock ?w - waypoint)
    (visible-from ?o - objective ?w - waypoint)
    (calibration-target ?c - camera ?o - objective)
    (on-board ?c - camera ?r - rover)
    (channel-free ?l - lander))

  (:action navigate
    :parameters (?r - rover ?from ?to - waypoint)
    :precondition (and (can-traverse ?r ?from ?to) (available ?r) (at ?r ?from) (visible ?from ?to))
    :effect (and (not (at ?r ?from)) (at ?r ?to)))

  (:action sample-soil
    :parameters (?r - rover ?s - store ?w - waypoint)
    :precondition (and (at ?r ?w) (at-soil ?w) (equipped-for-soil ?r) (store-of ?s ?r) (empty ?s))
    :effect (and (not (empty ?s)) (full ?s) (have-soil ?r ?w) (not (at-soil ?w))))

  (:action sample-rock
    :parameters (?r - rover ?s - store ?w - waypoint)
    :precondition (and (at ?r ?w) (at-rock ?w) (equipped-for-rock ?r) (store-of ?s ?r) (empty ?s))
    :effect (and (not (empty ?s)) (full ?s) (have-rock ?r ?w) (not (at-rock ?w))))

  (:action drop
    :parameters (?r - rover ?s - store)
    :precondition (and (store-of ?s ?r) (full ?s))
    :effect (and (not (full ?s)) (empty ?s)))

  (:action calibrate
    :parameters (?r - rover ?c - camera ?o - objective ?w - waypoint)
    :precondition (and (equipped-for-imaging ?r) (calibration-target ?c ?o) (at ?r ?w)
                       (visible-from ?o ?w) (on-board ?c ?r))
    :effect (calibrated ?c ?r))

  (:action take-image
    :parameters (?r - rover ?w - waypoint ?o - objective ?c - camera ?m - mode)
    :precondition (and (calibrated ?c ?r) (on-board ?c ?r) (equipped-for-imaging ?r)
                       (supports ?c ?m) (visible-from ?o ?w) (at ?r ?w))
    :effect (and (have-image ?r ?o ?m) (not (calibrated ?c ?r))))

  (:action send-soil
    :parameters (?r - rover ?l - lander ?what ?here ?there - waypoint)
    :precondition (and (at ?r ?here) (at-lander ?l ?there) (have-soil ?r ?what)
                       (visible ?here ?there) (available ?r) (channel-free ?l))
    :effect (and (channel-free ?l) (communicated-soil ?what) (available ?r)))

  (:action send-rock
    :parameters (?r - rover ?l - lander ?what ?here ?there - waypoint)
    :precondition (and (at ?r ?here) (at-lander ?l ?there) (have-rock ?r ?what)
                       (visible ?here ?there) (available ?r) (channel-free ?l))
    :effect (and (channel-free ?l) (communicated-rock ?what) (available ?r)))

  (:action send-image
    :parameters (?r - rover ?l - lander ?o - objective ?m - mode ?here ?there - waypoint)
    :precondition (and (at ?r ?here) (at-lander ?l ?there) (have-image ?r ?o ?m)
                       (visible ?here ?there) (available ?r) (channel-free ?l))
    :effect (and (channel-free ?l) (communicated-image ?o ?m) (available ?r))))
