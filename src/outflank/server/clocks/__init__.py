"""The clocks of the server's matches: flags, and gaps in service, which cost nobody time."""
