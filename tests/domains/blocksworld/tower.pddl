; Three blocks on the table become one tower.
(define (problem tower)
  (:domain blocksworld)
  (:objects a b c)
  (:init (arm-empty)
         (on-table a) (clear a)
         (on-table b) (clear b)
         (on-table c) (clear c))
  (:goal (and (on a b) (on b c))))
