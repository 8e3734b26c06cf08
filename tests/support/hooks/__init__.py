"""What the tests ask of pytest itself."""
