"""Programs that tests start again and again."""
