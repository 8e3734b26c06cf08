"""What the server holds, as /api/v1 shows it."""
