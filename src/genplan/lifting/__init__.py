"""Programs composed of rules that are lifted from plans for single goal facts."""

from genplan.lifting.compose import compose
from genplan.lifting.composition import Composition, pointers_for_rules

__all__ = ["Composition", "compose", "pointers_for_rules"]
