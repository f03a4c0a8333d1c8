(define (problem table)
  (:domain child-snack)
  (:objects
    ann ben - child
    bread1 bread2 - bread-portion
    jam cheese - content-portion
    tray1 - tray
    table1 table2 - place
    sandw1 sandw2 - sandwich)
  (:init
    (at tray1 kitchen)
    (at-kitchen-bread bread1) (at-kitchen-bread bread2)
    (at-kitchen-content jam) (at-kitchen-content cheese)
    (no-gluten-bread bread2) (no-gluten-content cheese)
    (allergic ann) (not-allergic ben)
    (waiting ann table2) (waiting ben table1)
    (not-exist sandw1) (not-exist sandw2))
  (:goal (and (served ann) (served ben))))
