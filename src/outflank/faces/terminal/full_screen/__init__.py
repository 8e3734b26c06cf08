"""The game on the whole terminal, drawn with Textual."""
