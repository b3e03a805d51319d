"""What flies a vehicle: bus, log, drivers, control, actuator maps, helms and the frontseat that runs them."""
