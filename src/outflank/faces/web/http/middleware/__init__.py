"""The middleware that every request passes on its way to a route."""
