"""How a vehicle steers: its motion linearised about a straight run, and what theory says of its turns."""
