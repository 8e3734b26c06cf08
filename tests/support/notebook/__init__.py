"""What tests of the board for notebooks share."""
