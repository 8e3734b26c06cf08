"""Commands that look things up: openings and played games."""
