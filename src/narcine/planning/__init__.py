"""How a fish with a tail beat decides what to do next from what it sees (Zhou et al. 2007, section 3, put right)."""
