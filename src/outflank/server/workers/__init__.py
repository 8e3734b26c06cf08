"""What is different when several workers serve the same matches."""
