"""Looking at runs."""
