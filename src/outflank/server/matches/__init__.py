"""The matches of the server: how they begin, who moves in them, and where they are found."""
