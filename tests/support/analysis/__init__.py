"""What tests of the analysis board share."""
