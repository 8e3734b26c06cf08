"""Evaluating positions: many at once in the core, and by evaluations of one's own."""
