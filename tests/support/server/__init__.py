"""Servers for tests, those who talk to them, and what goes wrong between."""
