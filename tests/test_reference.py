"""The reference in `docs/`: it is what the program, the catalogue and the documents say today.

`python tests/test_reference.py` writes all pages of `docs/` anew, the answers of their commands too.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.pages import ROOT, pages, rewrite
from tests.reference.commands_page import commands_page
from tests.reference.json_page import json_page, json_schema
from tests.reference.rules_page import rules_page

DOCS = ROOT / "docs"
GENERATED: Mapping[str, Callable[[], str]] = {
    "commands.md": commands_page,
    "rules.md": rules_page,
    "json.md": json_page,
    "documents.schema.json": json_schema,
}


@pytest.mark.parametrize("name", GENERATED)
def test_page_is_what_the_program_says(name: str) -> None:
    """A command, rule, setting or key that changes is in the reference with the same change."""
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == GENERATED[name](), "run `python tests/test_reference.py`"


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    for page, make in GENERATED.items():
        (DOCS / page).write_text(make(), encoding="utf-8")
    for shown in pages():
        if shown.parent == DOCS:
            rewrite(shown)
