"""Requests and answers as every route has them: connections, errors, what stands before a route."""
