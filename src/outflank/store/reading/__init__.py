"""Reading rows that may be damaged."""
