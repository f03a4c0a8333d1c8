"""Generalized planning: one program that solves every instance of a PDDL domain."""
