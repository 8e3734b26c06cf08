"""/api/v1: matches, challenges and tournaments over HTTP, with a description from its own code."""
