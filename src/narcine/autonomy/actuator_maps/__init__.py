"""Maps from the correctives of the control engine to the actuators of a vehicle."""
