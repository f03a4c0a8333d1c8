(define (problem valley)
  (:domain transport)
  (:objects
    l1 l2 l3 - location
    t1 t2 - vehicle
    p1 p2 - package
    capacity-0 capacity-1 capacity-2 - capacity-number)
  (:init
    (= (total-cost) 0)
    (capacity-predecessor capacity-0 capacity-1)
    (capacity-predecessor capacity-1 capacity-2)
    (road l1 l2) (= (road-length l1 l2) 30)
    (road l2 l1) (= (road-length l2 l1) 30)
    (road l2 l3) (= (road-length l2 l3) 7)
    (road l3 l2) (= (road-length l3 l2) 7)
    (at t1 l1) (capacity t1 capacity-2)
    (at t2 l3) (capacity t2 capacity-1)
    (at p1 l2) (at p2 l1))
  (:goal (and (at p1 l3) (at p2 l2)))
  (:metric minimize (total-cost)))
