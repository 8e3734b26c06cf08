"""What drives the terminal and the window in tests."""
