"""Many runs that answer one question: maps of how a vehicle swims over some of its numbers."""
