"""What sensors read, and what a camera sees, of places and attitudes that are known."""
