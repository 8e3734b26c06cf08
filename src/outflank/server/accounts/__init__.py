"""Who may use the server: players, their names and their keys."""
