; Drinks in shot glasses: a pure ingredient from its dispenser, or a cocktail, for which one
; shot of each of two ingredients goes into the shaker. Filling, cleaning and shaking take the
; second hand as well. What has been shaken fills two shots.
(define (domain barman)
  (:requirements :strips :typing)

  (:types
    hand level beverage dispenser container - object
    ingredient cocktail - beverage
    shot shaker - container
  )

  (:predicates
    (ontable ?container - container)
    (holding ?hand - hand ?container - container)
    (handempty ?hand - hand)
    (empty ?container - container)
    (clean ?container - container)
    (contains ?container - container ?beverage - beverage)
    (used ?container - container ?beverage - beverage)
    (dispenses ?dispenser - dispenser ?ingredient - ingredient)
    (shaker-empty-level ?shaker - shaker ?level - level)
    (shaker-level ?shaker - shaker ?level - level)
    (next ?level ?higher - level)
    (unshaked ?shaker - shaker)
    (shaked ?shaker - shaker)
    (cocktail-part1 ?cocktail - cocktail ?ingredient - ingredient)
    (cocktail-part2 ?cocktail - cocktail ?ingredient - ingredient)
  )

  (:action grasp
    :parameters (?hand - hand ?container - container)
    :precondition (and
      (ontable ?container)
      (handempty ?hand))
    :effect (and
      (not (ontable ?container))
      (not (handempty ?hand))
      (holding ?hand ?container))
  )

  (:action leave
    :parameters (?hand - hand ?container - container)
    :precondition (holding ?hand ?container)
    :effect (and
      (not (holding ?hand ?container))
      (handempty ?hand)
      (ontable ?container))
  )

  (:action fill-shot
    :parameters (?shot - shot ?ingredient - ingredient ?hand ?other - hand
                 ?dispenser - dispenser)
    :precondition (and
      (holding ?hand ?shot)
      (handempty ?other)
      (dispenses ?dispenser ?ingredient)
      (empty ?shot)
      (clean ?shot))
    :effect (and
      (not (empty ?shot))
      (not (clean ?shot))
      (contains ?shot ?ingredient)
      (used ?shot ?ingredient))
  )

  ; A glass need not be clean for what it held before.
  (:action refill-shot
    :parameters (?shot - shot ?ingredient - ingredient ?hand ?other - hand
                 ?dispenser - dispenser)
    :precondition (and
      (holding ?hand ?shot)
      (handempty ?other)
      (dispenses ?dispenser ?ingredient)
      (empty ?shot)
      (used ?shot ?ingredient))
    :effect (and
      (not (empty ?shot))
      (contains ?shot ?ingredient))
  )

  (:action empty-shot
    :parameters (?hand - hand ?shot - shot ?beverage - beverage)
    :precondition (and
      (holding ?hand ?shot)
      (contains ?shot ?beverage))
    :effect (and
      (not (contains ?shot ?beverage))
      (empty ?shot))
  )

  (:action clean-shot
    :parameters (?shot - shot ?beverage - beverage ?hand ?other - hand)
    :precondition (and
      (holding ?hand ?shot)
      (handempty ?other)
      (empty ?shot)
      (used ?shot ?beverage))
    :effect (and
      (not (used ?shot ?beverage))
      (clean ?shot))
  )

  (:action pour-shot-to-clean-shaker
    :parameters (?shot - shot ?ingredient - ingredient ?shaker - shaker ?hand - hand
                 ?level ?higher - level)
    :precondition (and
      (holding ?hand ?shot)
      (contains ?shot ?ingredient)
      (empty ?shaker)
      (clean ?shaker)
      (shaker-level ?shaker ?level)
      (next ?level ?higher))
    :effect (and
      (not (contains ?shot ?ingredient))
      (not (empty ?shaker))
      (not (clean ?shaker))
      (not (shaker-level ?shaker ?level))
      (empty ?shot)
      (contains ?shaker ?ingredient)
      (unshaked ?shaker)
      (shaker-level ?shaker ?higher))
  )

  (:action pour-shot-to-used-shaker
    :parameters (?shot - shot ?ingredient - ingredient ?shaker - shaker ?hand - hand
                 ?level ?higher - level)
    :precondition (and
      (holding ?hand ?shot)
      (contains ?shot ?ingredient)
      (unshaked ?shaker)
      (shaker-level ?shaker ?level)
      (next ?level ?higher))
    :effect (and
      (not (contains ?shot ?ingredient))
      (not (shaker-level ?shaker ?level))
      (empty ?shot)
      (contains ?shaker ?ingredient)
      (shaker-level ?shaker ?higher))
  )

  (:action empty-shaker
    :parameters (?hand - hand ?shaker - shaker ?cocktail - cocktail ?level ?lowest - level)
    :precondition (and
      (holding ?hand ?shaker)
      (contains ?shaker ?cocktail)
      (shaked ?shaker)
      (shaker-level ?shaker ?level)
      (shaker-empty-level ?shaker ?lowest))
    :effect (and
      (not (shaked ?shaker))
      (not (shaker-level ?shaker ?level))
      (not (contains ?shaker ?cocktail))
      (shaker-level ?shaker ?lowest)
      (empty ?shaker))
  )

  (:action clean-shaker
    :parameters (?hand ?other - hand ?shaker - shaker)
    :precondition (and
      (holding ?hand ?shaker)
      (handempty ?other)
      (empty ?shaker))
    :effect (clean ?shaker)
  )

  (:action shake
    :parameters (?cocktail - cocktail ?first ?second - ingredient ?shaker - shaker
                 ?hand ?other - hand)
    :precondition (and
      (holding ?hand ?shaker)
      (handempty ?other)
      (contains ?shaker ?first)
      (contains ?shaker ?second)
      (cocktail-part1 ?cocktail ?first)
      (cocktail-part2 ?cocktail ?second)
      (unshaked ?shaker))
    :effect (and
      (not (unshaked ?shaker))
      (not (contains ?shaker ?first))
      (not (contains ?shaker ?second))
      (shaked ?shaker)
      (contains ?shaker ?cocktail))
  )

  (:action pour-shaker-to-shot
    :parameters (?beverage - beverage ?shot - shot ?hand - hand ?shaker - shaker
                 ?level ?lower - level)
    :precondition (and
      (holding ?hand ?shaker)
      (shaked ?shaker)
      (empty ?shot)
      (clean ?shot)
      (contains ?shaker ?beverage)
      (shaker-level ?shaker ?level)
      (next ?lower ?level))
    :effect (and
      (not (clean ?shot))
      (not (empty ?shot))
      (not (shaker-level ?shaker ?level))
      (contains ?shot ?beverage)
      (shaker-level ?shaker ?lower))
  )
)
