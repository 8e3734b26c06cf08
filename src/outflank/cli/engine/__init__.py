"""Commands for the engine: `analyse`, `solve`, `match`, `bench`, `perft`."""
