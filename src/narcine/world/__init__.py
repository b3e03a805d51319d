"""What bodies can touch: the seabed, obstacles, and the film of water under a flat body."""
