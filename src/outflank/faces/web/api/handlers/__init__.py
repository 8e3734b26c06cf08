"""What /api/v1 answers, one class of handlers for each subject."""
