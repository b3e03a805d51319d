"""RayBot, the robot after the electric ray (Krishnamurthy et al. 2009)."""
