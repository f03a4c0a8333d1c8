"""`python -m genplan` is the command `genplan`."""

from genplan.cli import main

main()
