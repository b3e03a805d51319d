"""Thrusters out of bollard tests and towing runs."""
