"""nonosat."""
