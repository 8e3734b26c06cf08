"""The match in the window: a copy that follows its events, and what is viewed of it."""
