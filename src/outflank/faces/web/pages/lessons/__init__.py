"""The lessons on the page: the list, the steps on the board, and their data for scripts."""
