"""What moves a vehicle: joint drives, propellers and control surfaces."""
