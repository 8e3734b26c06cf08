"""A server of several hosts for tests, and what can happen to it."""
