"""Watching over a server: health checks, and metrics for Prometheus."""
