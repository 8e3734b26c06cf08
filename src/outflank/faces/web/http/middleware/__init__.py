"""What every request passes before it reaches its route, one subject in each file."""
