"""The file that `narcine new` writes."""

from narcine.description.library import VEHICLES

TEMPLATE = VEHICLES / "templates" / "fish.yaml"


def template(name: str) -> str:
    """Return a commented vehicle file; what cannot stand in a name becomes _."""
    word = "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in name)
    if not word or not (word[0].isalpha() or word[0] == "_"):
        word = f"v{word}"
    return TEMPLATE.read_text(encoding="utf-8").replace("NAME", word)
