; The goal only says what must not be.
(define (problem second)
  (:domain Courier)
  (:objects
    Bakery Florist - shop
    Yard - depot
    Bert - biker
    note - letter
    crate - parcel)
  (:init
    (at Anna Yard) (at Bert Florist)
    (lies crate Bakery) (has Bert note)
    (path Yard Bakery) (path Bakery Florist) (path Florist Centre) (path Centre Yard)
    (tired Anna) (closed Yard))
  (:goal (and (not (lies crate Bakery)) (not (has Bert note)))))
