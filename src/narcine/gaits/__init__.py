"""Rhythms: an oscillator whose parameters change smoothly, and the waves that it sends to drives."""
