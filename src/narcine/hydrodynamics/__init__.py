"""What the water does to bodies: added inertia, buoyancy, drag, cross-flow and foil lift."""
