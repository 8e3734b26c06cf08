"""Monitoring: health checks, and metrics for Prometheus."""
