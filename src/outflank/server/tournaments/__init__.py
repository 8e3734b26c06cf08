"""The tournaments of the server: entering, pairing, running and showing them."""
