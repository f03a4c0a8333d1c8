; One of the three balls is where it belongs.
(define (problem three)
  (:domain gripper-strips)
  (:objects roomA roomB
            ball1 ball2 ball3
            left right)
  (:init (room roomA) (room roomB)
         (ball ball1) (ball ball2) (ball ball3)
         (gripper left) (gripper right)
         (at-robby roomB)
         (free left) (free right)
         (at ball1 roomA) (at ball2 roomB) (at ball3 roomA))
  (:goal (and (at ball1 roomB) (at ball2 roomB) (at ball3 roomB) (at-robby roomA))))
