"""The clocks of the server's matches: losses on time, and gaps in service."""
