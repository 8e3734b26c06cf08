"""What tests share beside fixtures: servers, pilots, sample games and a naive second opinion."""
