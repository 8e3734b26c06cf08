"""Commands for competition servers: `serve`, `admin`, `tournament`, `bot`."""
