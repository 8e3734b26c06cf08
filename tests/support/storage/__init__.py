"""What tests of stored data share."""
