"""The HTML pages and what they load."""
