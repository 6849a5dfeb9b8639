"""The README: every block of it runs and prints what it says.

`python tests/test_readme.py` writes the answers of the console blocks anew.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.rules.settings import SETTINGS

README = Path(__file__).parent.parent / "README.md"
FENCE = re.compile(r"^```(?P<kind>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
ID = re.compile(r"\b[k-z]{12}\b")


def blocks(readme: str) -> Iterator[tuple[re.Match[str], str, str]]:
    for match in FENCE.finditer(readme):
        yield match, match["kind"].strip(), match["text"]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


class Shell:
    """A folder in which the commands are run; ids of the README stand for those that come."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ids: dict[str, str] = {}

    def run(self, command: str) -> str:
        line = ID.sub(lambda match: self.ids.get(match[0], match[0]), command)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("CAMPAIGN")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env={**kept, "NO_COLOR": "1", "COLUMNS": "80", "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    def learn(self, written: str, printed: str) -> str:
        """What was printed, with the README's own ids where it has some at the same place."""
        for mine, other in zip(ID.findall(written), ID.findall(printed), strict=False):
            self.ids.setdefault(mine, other)
        names = {other: mine for mine, other in self.ids.items()}
        return ID.sub(lambda match: names.get(match[0], match[0]), printed)


def test_console_blocks_print_what_they_say(tmp_path: Path) -> None:
    """A newcomer who types the README's commands sees the README's answers."""
    shell = Shell(tmp_path)
    for _, kind, text in blocks(README.read_text(encoding="utf-8")):
        if kind.startswith("journal "):
            (tmp_path / kind.removeprefix("journal ")).write_text(text, encoding="utf-8")
        if kind == "console":
            for command, written in commands(text):
                assert shell.learn(written, shell.run(command)) == written, command


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


def rewrite() -> None:
    """Write the README with the answers that its commands give now."""
    readme, folder = README.read_text(encoding="utf-8"), Path(tempfile.mkdtemp())
    shell, pieces, end = Shell(folder), [], 0
    letters = random.Random(1998)  # noqa: S311 - ids that stay the same from one writing to the next
    for match, kind, text in blocks(readme):
        if kind.startswith("journal "):
            (folder / kind.removeprefix("journal ")).write_text(text, encoding="utf-8")
        if kind != "console":
            continue
        pieces.append(readme[end : match.start("text")])
        end = match.end("text")
        for command, _ in commands(text):
            printed = shell.learn("", shell.run(command))
            for fresh in dict.fromkeys(ID.findall(printed)):
                if fresh not in shell.ids:
                    mine = "".join(letters.choices("klmnopqrstuvwxyz", k=12))
                    shell.ids[mine] = fresh
                    printed = printed.replace(fresh, mine)
            pieces.append(f"$ {command}\n{printed}")
    README.write_text("".join(pieces) + readme[end:], encoding="utf-8")
    shutil.rmtree(folder)


if __name__ == "__main__":
    rewrite()
