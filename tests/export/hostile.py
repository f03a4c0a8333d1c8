"""A domain whose names are keywords, macros, and almost the same."""

from __future__ import annotations

from typing import Final

from genplan.pddl import parse_domain, parse_instance
from genplan.program.structured import StructuredProgram
from genplan.program.text import parse_goto_program, parse_program

HOSTILE: Final = parse_domain(
    """
    (define (domain a*/b!/c)
      (:requirements :strips :typing :negative-preconditions :equality)
      (:types class - object Def - class 1st struct - object)
      (:constants None - class EOF - Def errno - 1st)
      (:predicates
        (at-agent ?self - class) (at_agent ?lambda - class) (at.agent ?x ?X1 - class)
        (while) (return ?atoms - Def ?objects - class) (größe ?ß - class) (goal) (atoms ?y - 1st)
        (stdin ?x - class) (TRUE ?x - object))
      (:action print :parameters (?self - class ?Self1 - class)
        :precondition (and (at-agent ?self) (not (at_agent ?Self1)))
        :effect (and (at_agent ?Self1) (not (at-agent ?self)) (at-agent ?Self1)))
      (:action do_print :parameters (?atoms - class)
        :precondition (not (while)) :effect (and (while) (größe ?atoms) (TRUE ?atoms)))
      (:action do-print :parameters (?def - Def ?class - class)
        :precondition (and (while) (not (= ?class None)))
        :effect (and (return ?def ?class) (not (while)) (stdin EOF)))
      (:action operator :precondition (goal) :effect (and (not (goal)) (goal) (atoms errno)))
      (:action goto :parameters (?y - 1st) :effect (and (atoms ?y) (not (TRUE None)))))
    """
)

HOSTILE_INSTANCE: Final = parse_instance(
    """
    (define (problem double) (:domain A*/B!/C)
      (:objects do - Def int delete - class nullptr x-y x_y - DEF yield'[] - 1st thing - object)
      (:init (AT-AGENT NONE) (goal) (at_agent int) (return do int) (not (while)))
      (:goal (and (not (at-agent none)) (at-agent x_y))))
    """,
    HOSTILE,
)

_PROGRAMS: Final = (
    """
    ; domain a*/b!/c   pointers do_print can_print - class atoms - Def goal - 1st
    0. print(do_print,can_print)
    1. do_print(can_print)
    2. do-print(atoms,can_print)
    3. operator()
    4. action goto(goal)
    5. inc(can_print)
    6. goto(0,!y)
    7. end
    """,
    """
    ; domain a*/b!/c   pointers Pointer pointer_2 - class objects - Def y again - 1st
    0. print(Pointer,objects)
    1. inc(Pointer)
    2. inc(pointer_2)
    3. goto(1,!y)
    4. do_print(objects)
    5. test(at.agent(Pointer,pointer_2))
    6. set(Pointer,pointer_2)
    7. dec(pointer_2)
    8. goto(2,y)
    9. inc(objects)
    10. test(TRUE(objects))
    11. goto(9,!y)
    12. do-print(objects,pointer_2)
    13. action goto(again)
    14. end
    """,
    """
    ; domain a*/b!/c   pointers std NULL - class self - Def __main__ - 1st
    0. print(std,NULL)
    1. inc(std)
    2. print(NULL,std)
    3. do_print(self)
    4. goto(1,!y)
    5. do-print(self,std)
    6. inc(__main__)
    7. end
    """,
)

HOSTILE_PROGRAMS: Final = tuple(parse_goto_program(text, HOSTILE) for text in _PROGRAMS)

_STRUCTURED: Final = """
    ; domain a*/b!/c   structured   pointers goal way walk_print - class ways - Def y before - 1st
    find at_agent(?goal)
    go print(_,?way)
    for ways {
      do_print(?walk_print)
      do-print(ways,?walk_print)
    }
    operator()
    fordown y {
      goto(y)
      if goal() {
        repeat {
          print(?goal,?way)
          each todo-not-at-agent(?walk_print) {
            goto(?before)
          }
        }
      }
    }
    each at-agent(?walk_print) {
      ifnot stdin(walk_print) {
        find goal-at-agent(?way)
        go print(_,way)
      }
    }
    """


def _structured() -> StructuredProgram:
    program = parse_program(_STRUCTURED, HOSTILE)
    assert isinstance(program, StructuredProgram)
    return program


HOSTILE_STRUCTURED: Final = _structured()
