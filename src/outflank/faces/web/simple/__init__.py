"""The simple routes and /codekata: a key in the path, and one game behind it."""
