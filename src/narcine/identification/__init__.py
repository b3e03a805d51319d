"""From measurements to the numbers of a description."""
