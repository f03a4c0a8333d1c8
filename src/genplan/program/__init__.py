"""Planning programs: instructions, where they may stand, and their text."""
