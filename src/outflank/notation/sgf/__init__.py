"""SGF, the Smart Game Format: trees of nodes with properties; Othello is its game number 2."""
