"""Lift and drag of fins: one file per kind of foil."""
