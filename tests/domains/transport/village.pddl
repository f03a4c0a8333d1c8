(define (problem village)
  (:domain transport)
  (:objects mill church - location
            cart - vehicle
            sack - package
            capacity-0 capacity-1 - capacity-number)
  (:init (= (total-cost) 0)
         (capacity-predecessor capacity-0 capacity-1)
         (road mill church) (= (road-length mill church) 12)
         (road church mill) (= (road-length church mill) 12)
         (at cart church) (capacity cart capacity-1)
         (at sack mill))
  (:goal (and (at sack church)))
  (:metric minimize (total-cost)))
