"""Helms: what decides where a vehicle goes."""
