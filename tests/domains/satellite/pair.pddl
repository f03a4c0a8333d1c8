(define (problem pair)
  (:domain satellite)
  (:objects
    s0 s1 - satellite
    i0 i1 i2 - instrument
    thermo spectro - mode
    star0 station1 planet2 planet3 - direction)
  (:init
    (on-board i0 s0) (on-board i1 s0) (on-board i2 s1)
    (supports i0 thermo) (supports i1 spectro) (supports i2 thermo) (supports i2 spectro)
    (calibration-target i0 star0) (calibration-target i1 station1) (calibration-target i2 star0)
    (power-avail s0) (power-avail s1)
    (pointing s0 planet2) (pointing s1 station1))
  (:goal (and (have-image planet2 thermo) (have-image planet3 spectro) (pointing s1 star0))))
