"""A laboratory that is not there: what tanks would measure of a described vehicle."""
