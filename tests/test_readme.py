"""The README and the pages beside it: every block of them runs and prints what it says.

`python tests/test_readme.py` writes the answers of all console blocks anew; with names of pages,
only those of these.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from ledger.rules.settings import SETTINGS

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.pages import ROOT, blocks, differences, pages, rewrite

README = ROOT / "README.md"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_console_blocks_print_what_they_say(page: Path, tmp_path: Path) -> None:
    """A newcomer who types the commands of a page sees its answers."""
    for difference in differences(page, tmp_path):
        pytest.fail(difference)


def test_python_block_prints_what_it_says(tmp_path: Path) -> None:
    """The example of the library runs."""
    found = [(kind, text) for _, kind, text in blocks(README.read_text(encoding="utf-8"))]
    (index,) = [number for number, (kind, _) in enumerate(found) if kind == "python"]
    done = subprocess.run(
        [sys.executable, "-c", found[index][1]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout + done.stderr == found[index + 1][1]


def test_shell_blocks_are_the_two_that_ci_runs() -> None:
    """Nothing is shown as a shell command that no machine has run."""
    shown = [text.strip() for _, kind, text in blocks(README.read_text("utf-8")) if kind == "sh"]
    assert shown == ["pip install . && campaign demo", "pip install '.[test]' && pytest"]


@pytest.mark.parametrize("setting", SETTINGS)
def test_settings_are_in_the_table(setting: str) -> None:
    """The README's table of settings names them."""
    assert f"| `{setting}` |" in README.read_text(encoding="utf-8")


if __name__ == "__main__":
    asked = [name.rpartition("/")[2] for name in sys.argv[1:]]
    for one in pages():
        if not asked or one.name in asked:
            rewrite(one)
