# make demo    solve a bundled domain and print the program
# make test    everything that CI runs
# make golden  write down anew what searches find, after a deliberate change
# make bench   speed, memory and growth
# make package sdist and wheel, checked and tried in an empty environment
# make docs    the documentation, as a site in site/
# make clean   remove everything that these made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt README.md \
           $(shell find src core -type f -not -path '*/__pycache__/*')

.DEFAULT_GOAL := demo
.PHONY: demo test lint pytest core-test golden bench package constraints docs clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# What a user gets: the core if it compiles, otherwise pure Python.
$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	touch $@

# What developers get: a core that does not compile is an error.
$(VENV)/.developed: $(BIN)/python $(SOURCES)
	GENPLAN_REQUIRE_NATIVE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test]'
	touch $(VENV)/.installed $@

$(VENV)/.documented: $(VENV)/.developed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[docs]'
	touch $@

demo: $(VENV)/.installed
	@mkdir -p build
	@$(BIN)/genplan solve lock --output build/lock.gp
	@$(BIN)/genplan validate build/lock.gp lock --split validation --quiet

test: lint core-test pytest

lint: $(VENV)/.developed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pytest: $(VENV)/.developed
	$(BIN)/python -m pytest -q -n 2

core-test: $(VENV)/.developed
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cmake -S . -B build/core -G Ninja -DGENPLAN_CORE_TESTS=ON -DGENPLAN_SANITIZE=ON --log-level=WARNING
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cmake --build build/core
	$(BIN)/ctest --test-dir build/core --output-on-failure

# What the searches without knobs find; the tests compare it.
golden: $(VENV)/.developed
	cd tests && ../$(BIN)/python -m engine.structured_solutions

bench: $(VENV)/.developed
	$(BIN)/python -m bench

# The wheel is compiled, installed in an empty environment and tried there.
package: $(VENV)/.developed
	$(BIN)/python release/check.py --into dist

# The versions that `PIP_CONSTRAINT=constraints.txt make test` installs.
constraints: $(VENV)/.documented
	$(BIN)/python release/constraints.py > constraints.txt

docs: $(VENV)/.documented
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
