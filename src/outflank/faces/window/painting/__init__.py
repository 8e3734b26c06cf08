"""The drawing tools: text, shapes, discs, buttons, text fields and animated pictures."""
