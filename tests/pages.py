"""Pages with console blocks: every command of them is run and prints what the page says.

A block is `console`; `console exit=N` says besides with which code each of its commands ends.
`journal NAME` is a file that the commands after it may read.
"""

import io
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from cli.main import main

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(?P<kind>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
ID = re.compile(r"\b[k-z]{12}\b")
SHELL_SIGNS = frozenset("|<>&$`*?~;\\")
FILE, CONSOLE = "journal ", "console"


def pages() -> list[Path]:
    """The README and every page beside it that shows commands."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [page for page in found if f"```{CONSOLE}" in page.read_text(encoding="utf-8")]


def blocks(text: str) -> Iterator[tuple[re.Match[str], str, str]]:
    """The blocks of a page: where each stands, of which kind it is, and what is in it."""
    for match in FENCE.finditer(text):
        yield match, match["kind"].strip(), match["text"]


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def wanted_exit(kind: str) -> int | None:
    """The code with which the commands of a block end; None where the page does not say."""
    _, sign, code = kind.partition("exit=")
    return int(code) if sign else None


class Shell:
    """A folder in which the commands are run; ids of the page stand for those that come."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ids: dict[str, str] = {}

    def run(self, command: str) -> tuple[str, int]:
        """What a command prints, and its exit code."""
        line = ID.sub(lambda match: self.ids.get(match[0], match[0]), command)
        if line.startswith("cd "):
            self.folder = (self.folder / line.removeprefix("cd ")).resolve(strict=True)
            return "", 0
        kept = {k: v for k, v in os.environ.items() if not k.startswith("CAMPAIGN")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**kept, "NO_COLOR": "1", "COLUMNS": "80", "PATH": path}
        if line.startswith("campaign ") and not SHELL_SIGNS & set(line):
            # it needs no shell, and no process of its own either, which would take half a second
            with chdir(self.folder), patch.dict(os.environ, environment, clear=True):
                return _run_here(shlex.split(line)[1:])
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr, done.returncode

    def learn(self, written: str, printed: str) -> str:
        """What was printed, with the page's own ids where it has some at the same place."""
        for mine, other in zip(ID.findall(written), ID.findall(printed), strict=False):
            self.ids.setdefault(mine, other)
        names = {other: mine for mine, other in self.ids.items()}
        return ID.sub(lambda match: names.get(match[0], match[0]), printed)


def _run_here(arguments: list[str]) -> tuple[str, int]:
    """Run the program in this process."""
    out, err = io.BytesIO(), io.BytesIO()
    code: int | str | None = 0
    with (
        redirect_stdout(io.TextIOWrapper(out, encoding="utf-8", write_through=True)),
        redirect_stderr(io.TextIOWrapper(err, encoding="utf-8", write_through=True)),
    ):
        try:
            main(arguments)
        except SystemExit as done:
            code = done.code
        printed = (out.getvalue() + err.getvalue()).decode()
    assert isinstance(code, int)
    return printed, code


def differences(page: Path, folder: Path) -> Iterator[str]:
    """The commands of a page that print or end otherwise than it says, as they are found."""
    shell = Shell(folder)
    for _, kind, text in blocks(page.read_text(encoding="utf-8")):
        if kind.startswith(FILE):
            (shell.folder / kind.removeprefix(FILE)).write_text(text, encoding="utf-8")
        if not kind.startswith(CONSOLE):
            continue
        wanted = wanted_exit(kind)
        for command, written in commands(text):
            printed, code = shell.run(command)
            printed = shell.learn(written, printed)
            if printed != written:
                yield f"$ {command}\n{printed}instead of\n{written}"
            if wanted is not None and code != wanted:
                yield f"$ {command}\nends with {code} instead of {wanted}"


def rewrite(page: Path) -> None:
    """Write a page with the answers that its commands give now."""
    text, folder = page.read_text(encoding="utf-8"), Path(tempfile.mkdtemp())
    shell, pieces, end = Shell(folder), [], 0
    letters = random.Random(1998)  # noqa: S311 - ids that stay the same from one writing to the next
    for match, kind, block in blocks(text):
        if kind.startswith(FILE):
            (shell.folder / kind.removeprefix(FILE)).write_text(block, encoding="utf-8")
        if not kind.startswith(CONSOLE):
            continue
        pieces.append(text[end : match.start("text")])
        end = match.end("text")
        for command, _ in commands(block):
            answer, code = shell.run(command)
            wanted = wanted_exit(kind)
            if wanted is not None and code != wanted:
                sys.stderr.write(f"{page.name}: {command}\nends with {code}, not {wanted}\n")
            printed = shell.learn("", answer)
            for fresh in dict.fromkeys(ID.findall(printed)):
                if fresh not in shell.ids:
                    mine = "".join(letters.choices("klmnopqrstuvwxyz", k=12))
                    shell.ids[mine] = fresh
                    printed = printed.replace(fresh, mine)
            pieces.append(f"$ {command}\n{printed}")
    page.write_text("".join(pieces) + text[end:], encoding="utf-8")
    shutil.rmtree(folder)
