"""Reading of rows that may be damaged."""
