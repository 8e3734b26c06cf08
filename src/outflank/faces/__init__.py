"""How people and programs meet the game: terminal, window, web and protocols."""
