"""Running the server: processes that serve, and `flask run`."""
