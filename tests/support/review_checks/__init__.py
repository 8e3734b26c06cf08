"""A second program, which checks the sentences of reviews."""
