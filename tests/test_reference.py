"""The reference in `docs/`: it is what the program, the catalogue and the documents say today.

`python tests/test_reference.py` writes all pages of `docs/` anew, the answers of their commands too.
"""

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cli.documents import DOCUMENTS
from cli.main import PROGRAM, SECTIONS
from ledger.rules.catalogue import RULES

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.pages import FENCE, ROOT, Shell, blocks, pages, rewrite
from tests.reference.commands_page import commands_page
from tests.reference.json_page import json_page, json_schema
from tests.reference.markdown import anchor
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


HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda p: p.name
)
def test_links_lead_somewhere(page: Path) -> None:
    """Each link between the pages finds its file and its heading."""
    for file, place in LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / file if file else page
        assert target.exists(), file
        if place:
            text = FENCE.sub("", target.read_text(encoding="utf-8"))
            assert place in {anchor(heading) for heading in HEADING.findall(text)}, place


def test_headings_are_told_apart() -> None:
    """Two headings of one page would have one anchor."""
    for page in DOCS.glob("*.md"):
        found = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
        assert len({anchor(heading) for heading in found}) == len(found), page.name


def test_python_of_the_json_page_runs(tmp_path: Path) -> None:
    """A script that reads JSON with the ledger's own types."""
    shell = Shell(tmp_path)
    shell.run("campaign init Alley --start 1998-10-31")
    shell.run("campaign add Vera vampire stamina=2 humanity=7")
    text = (DOCS / "json.md").read_text(encoding="utf-8")
    (script,) = [block for _, kind, block in blocks(text) if kind == "python"]
    (tmp_path / "sheets.py").write_text(script, encoding="utf-8")
    assert shell.run("python ./sheets.py") == ("Vera active\n", 0)


def test_schema_says_what_every_key_means() -> None:
    """The JSON schema is valid JSON, names each command, and carries the meanings."""
    schema = json.loads((DOCS / "documents.schema.json").read_text(encoding="utf-8"))
    assert set(DOCUMENTS) <= set(schema["$defs"])
    assert schema["$defs"]["history"]["items"] == {"$ref": "#/$defs/EventRow"}
    box = schema["$defs"]["Box"]
    assert sorted(box["required"]) == sorted(box["properties"])
    assert "null while the box is free" in box["properties"]["mark"]["description"]


def test_help_has_every_command_in_one_section() -> None:
    """What can be typed is in `campaign --help`, and so in the reference, once."""
    named = [name for names in SECTIONS.values() for name in names]
    shown = [name for name, command in PROGRAM.commands.items() if not command.hidden]
    assert sorted(named) == sorted(shown)


def test_every_rule_is_told() -> None:
    """Whatever rule a message can name has its heading and its whole wording."""
    rules = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert all(f"### `{rule}`\n" in rules and RULES[rule].text in rules for rule in RULES)


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    for page, make in GENERATED.items():
        (DOCS / page).write_text(make(), encoding="utf-8")
    for shown in pages():
        if shown.parent == DOCS:
            rewrite(shown)
