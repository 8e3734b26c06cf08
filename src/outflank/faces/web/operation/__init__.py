"""Running the server: serving processes, health, metrics."""
