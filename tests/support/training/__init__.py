"""What tests of training need."""
