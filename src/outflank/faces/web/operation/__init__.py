"""Runs the server: serving processes, and `flask run`."""
