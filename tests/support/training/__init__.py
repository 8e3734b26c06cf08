"""Helpers for tests of training."""
