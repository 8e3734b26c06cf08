"""Signatures of records with the server's own key, and the chain of the audit log."""
