"""Drag out of a towing tank."""
