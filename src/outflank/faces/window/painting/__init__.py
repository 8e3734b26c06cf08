"""The drawing tools: text, colours, discs, buttons, text fields and animated pictures."""
