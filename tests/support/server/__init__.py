"""Servers for tests, their clients, and faults between them."""
