"""A server on several hosts for tests, and the faults that can happen to it."""
