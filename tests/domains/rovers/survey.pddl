(define (problem survey)
  (:domain rover)
  (:objects
    general - lander
    colour high-res - mode
    rover0 rover1 - rover
    rover0store rover1store - store
    w0 w1 w2 - waypoint
    camera0 - camera
    crater - objective)
  (:init
    (visible w0 w1) (visible w1 w0) (visible w1 w2) (visible w2 w1) (visible w0 w2) (visible w2 w0)
    (at-soil w0) (at-rock w1) (at-rock w2)
    (at-lander general w0) (channel-free general)
    (at rover0 w1) (available rover0) (store-of rover0store rover0) (empty rover0store)
    (equipped-for-soil rover0) (equipped-for-rock rover0)
    (can-traverse rover0 w1 w0) (can-traverse rover0 w0 w1)
    (can-traverse rover0 w1 w2) (can-traverse rover0 w2 w1)
    (at rover1 w2) (available rover1) (store-of rover1store rover1) (empty rover1store)
    (equipped-for-imaging rover1)
    (can-traverse rover1 w2 w1) (can-traverse rover1 w1 w2)
    (on-board camera0 rover1) (calibration-target camera0 crater)
    (supports camera0 colour) (supports camera0 high-res)
    (visible-from crater w1) (visible-from crater w2))
  (:goal (and (communicated-soil w0) (communicated-rock w2) (communicated-image crater high-res))))
