"""Rotations, quaternions, motions, wrenches and 6x6 inertias."""
