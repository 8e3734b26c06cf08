"""Shared parts of tests besides fixtures: servers, pilots, sample games and naive rules."""
