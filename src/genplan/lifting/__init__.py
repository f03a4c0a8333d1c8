"""Programs composed of rules that are lifted from plans for single goal facts.

The search itself, `genplan.lifting.compose`, is imported when it is used.
"""

from genplan.lifting.composition import Composition, pointers_for_rules

__all__ = ["Composition", "pointers_for_rules"]
