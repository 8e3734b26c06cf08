"""The words of reviews, a table for each language."""
