"""What the faces on this computer say: names, sentences and times."""
