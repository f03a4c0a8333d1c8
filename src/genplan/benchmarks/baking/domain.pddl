; A kitchen: mix egg and flour in a clean pan, bake, and clean the pan for the next cake.
(define (domain baking)
  (:requirements :strips :typing :negative-preconditions)

  (:types egg flour cake pan oven soap)

  (:predicates
    (panhasegg ?pan - pan)
    (panhasflour ?pan - pan)
    (panisclean ?pan - pan)
    (paninoven ?pan - pan)
    (inoven ?pan - pan ?oven - oven)
    (ovenisfull ?oven - oven)
    (ismixed ?pan - pan)
    (baked ?cake - cake)
    (flourconsumed ?flour - flour)
    (eggconsumed ?egg - egg)
    (soapconsumed ?soap - soap)
  )

  (:action putegginpan
    :parameters (?egg - egg ?pan - pan)
    :precondition (and
      (not (eggconsumed ?egg))
      (not (panhasegg ?pan))
      (not (ismixed ?pan))
      (panisclean ?pan)
      (not (paninoven ?pan)))
    :effect (and
      (eggconsumed ?egg)
      (panhasegg ?pan))
  )

  (:action putflourinpan
    :parameters (?flour - flour ?pan - pan)
    :precondition (and
      (not (flourconsumed ?flour))
      (not (panhasflour ?pan))
      (not (ismixed ?pan))
      (panisclean ?pan)
      (not (paninoven ?pan)))
    :effect (and
      (flourconsumed ?flour)
      (panhasflour ?pan))
  )

  ; Which egg and which flour are named does not matter: what counts is in the pan.
  (:action mix
    :parameters (?egg - egg ?flour - flour ?pan - pan)
    :precondition (and
      (panhasflour ?pan)
      (panhasegg ?pan)
      (not (paninoven ?pan)))
    :effect (and
      (ismixed ?pan)
      (not (panhasflour ?pan))
      (not (panhasegg ?pan)))
  )

  (:action putpaninoven
    :parameters (?pan - pan ?oven - oven)
    :precondition (and
      (not (ovenisfull ?oven))
      (not (paninoven ?pan)))
    :effect (and
      (ovenisfull ?oven)
      (inoven ?pan ?oven)
      (paninoven ?pan))
  )

  (:action removepanfromoven
    :parameters (?pan - pan ?oven - oven)
    :precondition (inoven ?pan ?oven)
    :effect (and
      (not (ovenisfull ?oven))
      (not (inoven ?pan ?oven))
      (not (paninoven ?pan)))
  )

  (:action bakecake
    :parameters (?oven - oven ?pan - pan ?cake - cake)
    :precondition (and
      (ismixed ?pan)
      (inoven ?pan ?oven))
    :effect (and
      (not (ismixed ?pan))
      (not (panisclean ?pan))
      (baked ?cake))
  )

  (:action cleanpan
    :parameters (?pan - pan ?soap - soap)
    :precondition (and
      (not (soapconsumed ?soap))
      (not (paninoven ?pan)))
    :effect (and
      (panisclean ?pan)
      (soapconsumed ?soap))
  )
)
