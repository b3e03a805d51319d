"""Missions in software-in-the-loop: simulated devices, the loop that flies, and what flights tell."""
