"""Speed beside the peer: the same tree in MuJoCo, in the same run."""
