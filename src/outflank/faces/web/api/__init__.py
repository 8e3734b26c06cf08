"""/api/v1: matches, challenges and tournaments over HTTP, described by what serves them."""
