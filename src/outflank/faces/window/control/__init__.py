"""What changes the window's state: mouse, keyboard, buttons and events of the match."""
