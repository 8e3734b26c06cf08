"""What tests of signatures share."""
