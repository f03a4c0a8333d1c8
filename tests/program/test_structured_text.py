from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from engine.strategies import made, share
from engine.structured_strategies import StructuredCase, structured_case, structured_programs
from genplan.benchmarks import BENCHMARKS
from genplan.program.text import format_program, parse_program


@given(case=made(structured_case))
@share(0.05)
def test_programs_over_random_domains_round_trip(case: StructuredCase) -> None:
    for program in case.programs:
        assert parse_program(format_program(program), case.problem.domain) == program


@given(data=st.data())
def test_programs_over_bundled_domains_round_trip(data: st.DataObject) -> None:
    domain = BENCHMARKS[data.draw(st.sampled_from(list(BENCHMARKS)))].domain
    program = data.draw(structured_programs(domain))
    assert parse_program(format_program(program), domain) == program
    assert pickle.loads(pickle.dumps(program)) == program
