; An attack on hosts, step by step. Some steps lead nowhere if data is all that is wanted.
(define (domain intrusion)
  (:requirements :strips :typing)

  (:types host)

  (:predicates
    (recon-performed ?host - host)
    (broke-into ?host - host)
    (deleted-logs ?host - host)
    (modified-files ?host - host)
    (access-obtained ?host - host)
    (root-access-obtained ?host - host)
    (files-downloaded ?host - host)
    (information-gathered ?host - host)
    (vandalized ?host - host)
    (data-stolen-from ?host - host)
    (dummy)  ; always true
  )

  (:action recon
    :parameters (?host - host)
    :precondition (dummy)
    :effect (recon-performed ?host)
  )

  (:action information-gathering
    :parameters (?host - host)
    :precondition (recon-performed ?host)
    :effect (information-gathered ?host)
  )

  (:action break-into
    :parameters (?host - host)
    :precondition (recon-performed ?host)
    :effect (access-obtained ?host)
  )

  (:action modify-files
    :parameters (?host - host)
    :precondition (access-obtained ?host)
    :effect (modified-files ?host)
  )

  (:action clean
    :parameters (?host - host)
    :precondition (access-obtained ?host)
    :effect (deleted-logs ?host)
  )

  (:action vandalize
    :parameters (?host - host)
    :precondition (and
      (modified-files ?host)
      (deleted-logs ?host))
    :effect (vandalized ?host)
  )

  (:action gain-root
    :parameters (?host - host)
    :precondition (access-obtained ?host)
    :effect (root-access-obtained ?host)
  )

  (:action download-files
    :parameters (?host - host)
    :precondition (root-access-obtained ?host)
    :effect (files-downloaded ?host)
  )

  (:action steal-data
    :parameters (?host - host)
    :precondition (and
      (files-downloaded ?host)
      (deleted-logs ?host))
    :effect (data-stolen-from ?host)
  )
)
