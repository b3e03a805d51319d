"""Drivers of sensors and actuators, each with the device that it needs."""
