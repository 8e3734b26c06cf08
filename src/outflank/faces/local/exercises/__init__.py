"""Exercises on a board: the lessons of the tutorial, and puzzles."""
