"""The plain-Python twin of the compiled core: the meaning, written to be read.

It is the oracle of the tests, and what runs with `engine="python"` or where no compiled core
could be built.
"""
