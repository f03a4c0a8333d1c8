; Satellites turn to directions and take images with instruments on board, of which one at a
; time has power. An instrument that is switched on must be calibrated before it is used.
(define (domain satellite)
  (:requirements :strips :typing)

  (:types satellite direction instrument mode)

  (:predicates
    (on-board ?instrument - instrument ?satellite - satellite)
    (supports ?instrument - instrument ?mode - mode)
    (calibration-target ?instrument - instrument ?direction - direction)
    (pointing ?satellite - satellite ?direction - direction)
    (power-avail ?satellite - satellite)
    (power-on ?instrument - instrument)
    (calibrated ?instrument - instrument)
    (have-image ?direction - direction ?mode - mode)
  )

  (:action turn-to
    :parameters (?satellite - satellite ?new ?old - direction)
    :precondition (pointing ?satellite ?old)
    :effect (and
      (not (pointing ?satellite ?old))
      (pointing ?satellite ?new))
  )

  (:action switch-on
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and
      (on-board ?instrument ?satellite)
      (power-avail ?satellite))
    :effect (and
      (not (calibrated ?instrument))
      (not (power-avail ?satellite))
      (power-on ?instrument))
  )

  (:action switch-off
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and
      (on-board ?instrument ?satellite)
      (power-on ?instrument))
    :effect (and
      (not (power-on ?instrument))
      (power-avail ?satellite))
  )

  (:action calibrate
    :parameters (?satellite - satellite ?instrument - instrument ?direction - direction)
    :precondition (and
      (on-board ?instrument ?satellite)
      (calibration-target ?instrument ?direction)
      (pointing ?satellite ?direction)
      (power-on ?instrument))
    :effect (calibrated ?instrument)
  )

  (:action take-image
    :parameters (?satellite - satellite ?direction - direction ?instrument - instrument
                 ?mode - mode)
    :precondition (and
      (on-board ?instrument ?satellite)
      (supports ?instrument ?mode)
      (pointing ?satellite ?direction)
      (power-on ?instrument)
      (calibrated ?instrument))
    :effect (have-image ?direction ?mode)
  )
)
