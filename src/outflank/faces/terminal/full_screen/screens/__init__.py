"""The screens of the full-screen game: the start, a game, saved games, exercises and dialogs."""
