"""Writing to the database: one writer, and the statements of the move path."""
