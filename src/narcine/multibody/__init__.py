"""Trees of rigid bodies: topology, joints, kinematics and their dynamics in reduced coordinates."""
