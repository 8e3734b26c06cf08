"""Collections of puzzles: their file, their themes and ratings, and how they are made."""
