"""Plugins for pytest."""
