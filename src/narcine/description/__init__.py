"""What a vehicle, a water and a scenario are, as written in files or in Python."""
