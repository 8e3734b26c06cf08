"""Changes the window's state on mouse and keyboard input and on events of the match."""
