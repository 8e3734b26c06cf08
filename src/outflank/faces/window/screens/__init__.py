"""The screens of the window: start screen, board with its panel, dialogs and popups."""
