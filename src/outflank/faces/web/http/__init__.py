"""What all routes share: connections, requests, responses, errors and middleware."""
