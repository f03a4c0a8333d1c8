"""Rows of listings know the lines of the program that they stand for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from cli.command import PAPER_DOMAINS
from engine.strategies import ProgramCase, made, program_case, share
from genplan.benchmarks import BENCHMARKS
from genplan.program.instructions import Act, End, Goto, Inc
from genplan.program.program import Program
from genplan.program.text import parse_program
from genplan.report.listing import line_texts, program_listing, readable_listing
from report.pages import STRUCTURED_LOCK, program_of


@pytest.mark.parametrize("name", PAPER_DOMAINS)
def test_every_line_has_its_row_in_the_readable_form(name: str) -> None:
    paper = program_of(name)
    readable = readable_listing(paper)
    assert readable is not None
    told = [n for row in readable.rows for n in row.lines]
    assert sorted(set(told)) == list(range(len(paper) - 1))
    assert len(told) == len(set(told)), "and only one"
    for row in readable.rows:
        for n in row.lines:
            line = paper.lines[n]
            if isinstance(line, Act):
                assert row.text.replace(" ", "") == str(line)
            elif isinstance(line, Goto):
                assert re.match(r"until |while |if ", row.text)
            elif isinstance(line, Inc):
                assert line.pointer in row.text


@given(case=made(program_case))
@share(0.03)
def test_rows_of_any_program_name_lines_that_it_has(case: ProgramCase) -> None:
    for some in case.programs:
        readable = readable_listing(some)
        assert readable is not None
        last = some.lines.index(End())
        acts = [n for row in readable.rows for n in row.lines if isinstance(some.lines[n], Act)]
        assert acts == sorted(acts)
        assert all(0 <= n < last for row in readable.rows for n in row.lines)


def test_a_program_with_gaps_has_no_readable_form() -> None:
    lock = program_of("lock")
    assert readable_listing(Program.empty(lock.domain, lock.pointers, 4)) is None


def test_a_structured_program_is_listed_with_its_blocks() -> None:
    structured = parse_program(STRUCTURED_LOCK, BENCHMARKS["lock"].domain)
    listing = program_listing(structured)
    assert [(row.text, row.depth, row.label) for row in listing.rows] == [
        ("for z2 {", 0, "0"),
        ("move(?z1,z2)", 1, "1"),
        ("}", 0, ""),
        ("fordown z1 {", 0, "2"),
        ("pickup(z1)", 1, "3"),
        ("move(?z2,z1)", 1, "4"),
        ("open(z1)", 1, "5"),
        ("}", 0, ""),
    ]
    assert line_texts(listing)[2:4] == ["fordown z1", "pickup(z1)"]
    assert readable_listing(structured) is None
