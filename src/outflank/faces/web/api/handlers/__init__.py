"""The handlers of /api/v1, one class for each subject."""
