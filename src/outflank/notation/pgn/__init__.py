"""PGN as Othello programs write it: tags in brackets, then numbered moves, black first."""
