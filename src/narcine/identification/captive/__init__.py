"""Added inertia and damping out of captive oscillations."""
