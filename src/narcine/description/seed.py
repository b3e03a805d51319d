"""The number from which all that is random in a run follows."""

from typing import Annotated

from pydantic import Field, StrictInt

LARGEST = 2**63 - 1
"""What a whole number of 64 bits holds: noise is drawn from seeds in compiled steps."""

Seed = Annotated[StrictInt, Field(ge=0, le=LARGEST)]
