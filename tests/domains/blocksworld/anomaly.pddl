; The anomaly of Sussman: no order of the two goals works without undoing one.
(define (problem anomaly)
  (:domain blocksworld)
  (:objects a b c)
  (:init (on-table a) (on-table b) (on c a) (clear b) (clear c) (arm-empty))
  (:goal (and (on a b) (on b c))))
