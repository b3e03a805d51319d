"""A run as a Dataset, on disk and in numbers."""
