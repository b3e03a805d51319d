"""How much of each body is wet, and where: bodies cut by the plane of the water's surface."""
