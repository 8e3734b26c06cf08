"""What the competition server does, apart from speaking HTTP."""
