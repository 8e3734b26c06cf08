"""What the window shows: the start screen, the board with its panel, dialogs and popups."""
