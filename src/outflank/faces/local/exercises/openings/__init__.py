"""Exercises on openings: the drill and the survival run."""
