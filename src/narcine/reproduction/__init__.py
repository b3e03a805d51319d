"""Published experiments, run again: ours beside theirs, with what the assumed numbers leave open."""
