; A tower of five is turned upside down.
(define (problem turn)
  (:domain blocksworld)
  (:objects b1 b2 b3 b4 b5)
  (:init (clear b1)
         (on b1 b2) (on b2 b3) (on b3 b4) (on b4 b5)
         (on-table b5)
         (arm-empty))
  (:goal (and (on b5 b4) (on b4 b3) (on b3 b2) (on b2 b1) (on-table b1))))
