"""Vehicles from other people's files."""
