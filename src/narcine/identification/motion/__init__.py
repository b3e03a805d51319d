"""Motion as it was measured, from tables, runs and logs."""
