"""The density of water by its temperature."""

COEFFICIENTS = (999.83952, 16.945176, -7.9870401e-3, -46.170461e-6, 105.56302e-9, -280.54253e-12)
EXPANSION = 16.879850e-3
COLDEST, WARMEST = 0.0, 150.0
"""Between which (deg C) the formula holds."""


def pure_water(temperature: float) -> float:
    """Return the density (kg/m3) of pure water at one atmosphere and a temperature in deg C.

    Kell (1975), Journal of Chemical and Engineering Data 20(1), 97-105, eq 16: the ratio of a polynomial of the fifth
    degree to 1 + 16.87985e-3 t; at the nearer end of its range beyond it.
    """
    t = min(max(temperature, COLDEST), WARMEST)
    polynomial = 0.0
    for coefficient in reversed(COEFFICIENTS):
        polynomial = polynomial * t + coefficient
    return polynomial / (1.0 + EXPANSION * t)


def density_at(temperature: float, density: float, reference: float) -> float:
    """Return the density at a temperature of water that has `density` at `reference`: it changes as pure water does.

    For salt water this is a first approximation: between 5 and 25 deg C it is within 0.1 % of sea water.
    """
    return density * pure_water(temperature) / pure_water(reference)
