"""A model beside an experiment."""
