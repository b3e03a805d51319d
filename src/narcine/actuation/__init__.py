"""What moves a vehicle: joint drives, propellers, thrusters, control surfaces, and the holds that steer thrusters."""
