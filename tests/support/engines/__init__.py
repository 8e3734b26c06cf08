"""Engines and programs for the tests of what plays."""
