"""The prompt of `shell` on a terminal: its words completed, its lines remembered."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import ShellComplete
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from cli.desk import Desk
from cli.grammar import begun, written
from ledger.text import is_fit, shown_safely


class Words(Completer):
    """Completes what the commands themselves complete in a shell."""

    def __init__(self, program: click.Group, desk: Desk, verbs: Iterable[str]) -> None:
        self.program = program
        self.desk = desk
        self.verbs = tuple(verbs)  # of the prompt itself

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
        """The words that fit where the cursor is, in quotes where they need them."""
        line = document.text_before_cursor.rpartition("\n")[2]
        found = begun(line)
        if found is None:
            return
        words, incomplete, place = found
        if len(words) == 1 and words[0] in self.verbs:
            words = []  # `help VERB`
        if words and words[0] not in self.program.commands:
            return
        complete = ShellComplete(self.program, {}, "campaign", "")
        items = complete.get_completions([*self._in_front(), *words], incomplete)
        told = {item.value: item.help or "" for item in items if item.type == "plain"}
        if not words:
            told = {value: says for value, says in told.items() if not value.startswith("-")}
            told |= {verb: "" for verb in self.verbs if verb.startswith(incomplete)}
        for value, says in told.items():
            if all(map(is_fit, value)):
                yield Completion(
                    written([value]), place - len(line), display=value, display_meta=says
                )

    def _in_front(self) -> list[str]:
        """The options that say which campaign is meant."""
        desk = self.desk
        given = {"--db": desk.store, "--campaign": desk.campaign, "--branch": desk.branch}
        return [word for key, value in given.items() if value for word in (key, value)]


def remembered() -> History:
    """The lines of earlier sessions, where there is a folder for such things and it can be used."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path("~/.local/state").expanduser())
    path = Path(home) / "campaign-ledger" / "history"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8"):
            path.chmod(0o600)
    except (OSError, RuntimeError):
        return InMemoryHistory()
    return FileHistory(str(path))


def session(program: click.Group, desk: Desk, verbs: Iterable[str], **given: Any) -> Any:
    """A prompt for lines; a pasted journal is one entry of many lines."""
    return PromptSession[str](
        completer=Words(program, desk, verbs),
        complete_while_typing=False,
        history=remembered(),
        **given,
    )


def shown_prompt(name: str | None, branch: str | None, date: str) -> str:
    """Where one is: the campaign, its branch, its date."""
    if name is None:
        return "campaign> "
    other = f" ({branch})" if branch not in {None, "main"} else ""
    return shown_safely(f"{name}{other} {date}> ")
