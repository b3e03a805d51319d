"""`python -m narcine`."""

from narcine.cli import main

main()
