"""What goes over the wire: its types, and how they are made from what the server knows."""
