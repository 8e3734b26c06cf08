"""The wire contract; a package, so that its servers end with its last test."""
