"""Engines and programs for the tests of engines."""
