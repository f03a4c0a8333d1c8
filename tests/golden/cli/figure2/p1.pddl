; Six cells; the agent stands in p2, the lock is in p0 and the key in p5.
(define (problem figure2)
  (:domain corridor-lock)
  (:objects p0 p1 p2 p3 p4 p5)
  (:init
    (agent-at p2) (lock-at p0) (key-at p5)
    (adjacent p0 p1) (adjacent p1 p2) (adjacent p2 p3) (adjacent p3 p4) (adjacent p4 p5)
    (adjacent p1 p0) (adjacent p2 p1) (adjacent p3 p2) (adjacent p4 p3) (adjacent p5 p4)
  )
  (:goal (and (unlocked)))
)
