"""From a description to motion: layout, build, step, integrators, run, batch, derivatives and the physics audit."""
