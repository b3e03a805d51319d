"""Numbers of a vehicle out of how it moved: the model itself is fitted to measured runs."""
