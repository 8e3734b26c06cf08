"""Exercises on the board: the lessons of the tutorial, and puzzles."""
