"""The water: density, gravity and current."""
