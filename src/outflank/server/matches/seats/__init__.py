"""Who moves for computers and the oracle in matches."""
