"""One live match: commands in, events out, and the seats that play it."""
