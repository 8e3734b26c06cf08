"""The contract of the HTTP interface; a package, so that its servers end with its last test."""
