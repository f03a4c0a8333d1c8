(define (problem alone)
  (:domain child-snack)
  (:objects cara - child
            roll - bread-portion
            egg - content-portion
            board - tray
            bench - place
            snack - sandwich)
  (:init (at board bench) (waiting cara bench) (not-allergic cara)
         (at-kitchen-bread roll) (at-kitchen-content egg) (not-exist snack))
  (:goal (and (served cara) (at board kitchen))))
