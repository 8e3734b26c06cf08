"""The SQL stores of learning: what players did, and the ratings of puzzles."""
