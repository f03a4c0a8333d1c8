(define (problem soil)
  (:domain rover)
  (:objects base - lander
            scout - rover
            box - store
            w0 w1 - waypoint)
  (:init (visible w0 w1) (visible w1 w0)
         (can-traverse scout w0 w1) (can-traverse scout w1 w0)
         (at-lander base w0) (channel-free base)
         (at scout w0) (available scout)
         (store-of box scout) (empty box)
         (equipped-for-soil scout) (at-soil w1))
  (:goal (and (communicated-soil w1))))
