"""Completion in a shell, through the protocol that shells speak, and in those that are here."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Any
ROOT = Path(__file__).parents[2]


@pytest.fixture
def environment(alley: Program, quiet_environment: dict[str, str]) -> dict[str, str]:
    """A folder with a campaign, and the program on the path."""
    alley.journal(
        "add 'Old Tom' mutant stamina=2 rage=3",
        "add Fahir request STR=10 CON=10 SIZ=10 INT=10 POW=10 DEX=10 CHA=10 resilience=40 "
        "persistence=40",
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**quiet_environment, "PATH": path, "HOME": str(alley.store.parent)}


Asked = Callable[..., list[str]]


@pytest.fixture
def asked(environment: dict[str, str]) -> Asked:
    """What the program answers bash about the words of a line."""

    def ask(words: str, **more: str) -> list[str]:
        given = {
            "_CAMPAIGN_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        done = subprocess.run(
            ["campaign"],
            env={**environment, **given, **more},
            check=True,
            capture_output=True,
            text=True,
            cwd=environment["HOME"],
        )
        assert done.stderr == ""
        return [line.partition(",")[2] for line in done.stdout.splitlines() if line]

    return ask


@pytest.mark.parametrize(
    "words, answers",
    [
        ("campaign stat", ["stats", "status"]),
        ("campaign status Ver", ["Veronica"]),
        ("campaign status Ol", ["'Old Tom'"]),
        ("campaign feed Veronica,K", ["Veronica,Kincaid"]),
        ("campaign spend Veronica 1 ", ["blood", "willpower"]),
        ("campaign gain Old\\ Tom 1 r", ["rage"]),
        ("campaign spend all 1 g", ["gnosis"]),
        ("campaign hit Fahir 3 --location he", ["head"]),
        ("campaign treat Fahir ch", ["chest"]),
        ("campaign rules show vampire.bash", ["vampire.bashing.halved"]),
        ("campaign --campaign The", ["'The Alley'"]),
        ("campaign --branch m", ["main"]),
        ("campaign --db nowhere.db status V", []),
        ("campaign --db campaign.db status V", ["Veronica"]),
        ("campaign --campaign Other status V", []),
        ("campaign report Ki", ["Kincaid"]),
        ("campaign add X requ", ["request"]),
    ],
)
def test_words_are_completed_from_the_store(asked: Asked, words: str, answers: list[str]) -> None:
    """Verbs, characters, pools and places of the character, rules, campaigns and branches."""
    if words.startswith("campaign gain"):
        assert asked(words, COMP_CWORD="4") == answers
    else:
        assert asked(words) == answers


def test_events_are_completed(asked: Asked, alley: Program) -> None:
    """The newest first, by their ids."""
    ids = [row["id"] for row in alley.json("history")]
    assert asked("campaign void ") == ids[::-1]
    assert asked(f"campaign amend {ids[2][:8]}") == [ids[2]]
    assert asked(f"campaign soak Veronica --hit {ids[2][:8]}") == [ids[2]]


@pytest.mark.parametrize("store", ["postgresql+psycopg://nobody@nowhere/x", "/", "a\nb.db"])
def test_a_store_that_cannot_be_asked_has_no_names(asked: Asked, store: str) -> None:
    """No message ever stands in the way of somebody who types."""
    assert asked("campaign status V", CAMPAIGN_DB=store) == []


def test_a_damaged_store_has_no_names(asked: Asked, alley: Program) -> None:
    """Nor a file that is no database."""
    alley.store.write_bytes(b"no database" * 1000)
    assert asked("campaign status V") == []
    assert asked("campaign hit V --location l") == ["'left leg'", "'left arm'"]


def in_shell(name: str, script: str, environment: dict[str, str]) -> list[str]:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine")
    done = subprocess.run(
        [found, *(["--norc", "--noprofile"] if name == "bash" else []), "-c", script],
        env={**environment, "TERM": "dumb"},
        check=False,
        capture_output=True,
        text=True,
        cwd=environment["HOME"],
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_bash_itself_completes(environment: dict[str, str]) -> None:
    """The script defines a completion, and calling it as bash does gives the names."""
    script = """
        eval "$(campaign completion bash)"
        complete -p campaign
        name=$(complete -p campaign | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        for line in "campaign status Ver" "campaign status Old" "campaign spend Kincaid 1 bl"; do
            COMP_WORDS=($line) COMP_CWORD=$(( $(wc -w <<<"$line") - 1 ))
            COMPREPLY=()
            "$name" campaign
            printf '%s\\n' "${COMPREPLY[@]}"
        done
    """
    lines = in_shell("bash", script, environment)
    assert lines[0].startswith("complete ")
    assert lines[0].endswith(" campaign")
    assert lines[1:] == ["Veronica", "'Old Tom'", "blood"]


def test_fish_itself_completes(environment: dict[str, str]) -> None:
    """`complete -C` is what fish does for a Tab."""
    script = 'campaign completion fish | source; complete -C "campaign status Ver"'
    assert [line.split("\t")[0] for line in in_shell("fish", script, environment)] == ["Veronica"]


def test_zsh_itself_completes(environment: dict[str, str]) -> None:
    """The script of zsh asks the program and hands its answers to zsh's own functions."""
    script = """
        autoload -Uz compinit && compinit -u -D
        compadd() { shift; for name in "${(@P)argv[-1]}"; do print -r -- "$name"; done }
        _describe() { for name in "${(@P)argv[-1]}"; do print -r -- "${name%%:*}"; done }
        compstate=(insert x)
        eval "$(campaign completion zsh)"
        words=(campaign status Ver) CURRENT=3
        print -r -- "$_comps[campaign]"
        "$_comps[campaign]"
    """
    lines = in_shell("zsh", script, environment)
    assert lines[0]
    assert "Veronica" in lines[1:]
