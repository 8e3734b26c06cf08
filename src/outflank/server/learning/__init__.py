"""Learning on the server: players' logs, puzzles with their ratings, and cards from reviews."""
