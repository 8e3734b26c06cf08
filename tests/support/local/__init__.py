"""Drivers of the terminal and the window for tests."""
