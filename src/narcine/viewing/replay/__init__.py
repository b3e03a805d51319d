"""A run as one page that moves: a 3-D replay with curves, numbers and the description, and pictures taken of it."""
