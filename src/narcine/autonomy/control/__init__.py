"""Control loops, and the engine that makes correctives of commands and measurements."""
