(define (problem single)
  (:domain satellite)
  (:objects probe - satellite
            camera - instrument
            infrared - mode
            sun comet - direction)
  (:init (on-board camera probe) (supports camera infrared)
         (calibration-target camera sun)
         (power-avail probe) (pointing probe comet))
  (:goal (and (have-image comet infrared))))
