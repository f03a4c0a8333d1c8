;; A courier on foot or by bike. Made to use all that the fragment has: constants, equality,
;; negative preconditions and goals, a hierarchy of types, names in mixed case.
(define (domain Courier)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types
    Place Carrier Item - object
    depot shop - Place
    walker biker - Carrier
    letter parcel - Item)
  (:constants
    Centre - depot
    Anna - walker)
  (:predicates
    (at ?who - Carrier ?where - Place)
    (lies ?what - Item ?where - Place)
    (has ?who - Carrier ?what - Item)
    (path ?from ?to - Place)
    (closed ?where - Place)
    (tired ?who - Carrier)
    (alarm))

  (:action go
    :parameters (?who - Carrier ?from ?to - Place)
    :precondition (and (at ?who ?from)
                       (path ?from ?to)
                       (not (= ?from ?to))
                       (not (closed ?to))
                       (not (tired ?who)))
    :effect (and (not (at ?who ?from)) (at ?who ?to)))

  (:action hand-over
    :parameters (?giver ?taker - Carrier ?what - Item ?where - Place)
    :precondition (and (not (= ?giver ?taker))
                       (at ?giver ?where) (at ?taker ?where)
                       (has ?giver ?what))
    :effect (and (has ?taker ?what) (not (has ?giver ?what))))

  (:action take
    :parameters (?who - Carrier ?what - Item ?where - Place)
    :precondition (and (at ?who ?where) (lies ?what ?where) (not (alarm)))
    :effect (and (has ?who ?what) (not (lies ?what ?where))))

  (:action leave
    :parameters (?who - Carrier ?what - Item ?where - Place)
    :precondition (and (at ?who ?where) (has ?who ?what))
    :effect (and (lies ?what ?where) (not (has ?who ?what))))

  (:action rest
    :parameters (?who - Carrier)
    :precondition (and (tired ?who) (at ?who Centre))
    :effect (not (tired ?who)))

  (:action errand
    :parameters (?who - Carrier ?shop - shop)
    :precondition (and (at Anna Centre) (at ?who ?shop) (not (= ?who Anna)))
    :effect (and (closed ?shop) (alarm) (tired Anna))))
