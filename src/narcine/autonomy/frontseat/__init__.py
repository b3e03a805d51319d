"""The frontseat: mission states, safety rules, and the tick that runs everything."""
