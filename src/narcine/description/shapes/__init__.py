"""The shapes that bodies have."""
