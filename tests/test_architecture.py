"""The house: who imports whom, what pure code may not do, and that rules are named as they are."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.rules import KINDS, SYSTEMS
from ledger.rules.catalogue import RULES

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden" / "kinds.json"

# group of modules: what it may import of our own, each from further up in this table
MAY_IMPORT: dict[str, set[str]] = {
    "ledger": set(),
    "ledger.errors": set(),
    "ledger.naming": {"ledger.errors"},
    "ledger.text": {"ledger.errors"},
    "ledger.calendar": {"ledger.errors", "ledger.text"},
    "ledger.events": {"ledger.calendar"},
    "ledger.history": {"ledger.errors", "ledger.events"},
    "ledger.rules.settings": {"ledger.calendar", "ledger.errors", "ledger.naming"},
    "ledger.rules.subject": {"ledger.rules.settings"},
    "ledger.rules.system": {
        "ledger.errors",
        "ledger.events",
        "ledger.rules.settings",
        "ledger.rules.subject",
    },
    "ledger.rules.catalogue": {"ledger.errors"},
    "ledger.rules.shared": {
        "ledger.errors",
        "ledger.events",
        "ledger.naming",
        "ledger.rules.settings",
        "ledger.rules.system",
    },
    "ledger.rules.storyteller": {
        "ledger.calendar",
        "ledger.errors",
        "ledger.events",
        "ledger.rules.settings",
        "ledger.rules.shared",
        "ledger.rules.subject",
        "ledger.rules.system",
        "ledger.naming",
    },
    "a system": {
        "ledger.calendar",
        "ledger.errors",
        "ledger.events",
        "ledger.naming",
        "ledger.text",
        "ledger.rules.settings",
        "ledger.rules.shared",
        "ledger.rules.storyteller",
        "ledger.rules.subject",
        "ledger.rules.system",
    },
    "ledger.rules": {"ledger.events", "ledger.rules.system", "a system", "ledger.naming"},
    "ledger.replay": {
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.rules",
        "ledger.rules.settings",
        "ledger.rules.system",
    },
    "migrations": set(),
    "ledger.store": {"ledger.errors", "migrations"},
    "ledger.codec": {"ledger.errors", "ledger.events", "ledger.rules", "ledger.store"},
    "ledger.campaign": {
        "ledger.calendar",
        "ledger.codec",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.replay",
        "ledger.rules.settings",
        "ledger.store",
    },
    "ledger.query": {
        "ledger.calendar",
        "ledger.campaign",
        "ledger.errors",
        "ledger.events",
        "ledger.naming",
        "ledger.rules",
        "ledger.rules.catalogue",
        "ledger.store",
    },
    "ledger.moving": {
        "ledger.campaign",
        "ledger.codec",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.store",
    },
    "ledger.projections": {
        "ledger.calendar",
        "ledger.campaign",
        "ledger.codec",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.naming",
        "ledger.query",
        "ledger.replay",
        "ledger.rules",
        "ledger.rules.catalogue",
        "ledger.rules.settings",
        "ledger.rules.subject",
        "ledger.rules.system",
        "ledger.store",
    },
    "ledger.command": {"ledger.events", "ledger.history", "ledger.projections"},
    "ledger.recording": {
        "ledger.calendar",
        "ledger.campaign",
        "ledger.command",
        "ledger.codec",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.projections",
        "ledger.replay",
        "ledger.rules",
        "ledger.rules.settings",
        "ledger.rules.system",
        "ledger.store",
        "ledger.text",
    },
    "ledger.correcting": {
        "ledger.campaign",
        "ledger.command",
        "ledger.codec",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.recording",
        "ledger.rules.settings",
    },
    "ledger.whatif": {
        "ledger.campaign",
        "ledger.command",
        "ledger.correcting",
        "ledger.errors",
        "ledger.projections",
        "ledger.recording",
        "ledger.store",
    },
    "ledger.branching": {
        "ledger.calendar",
        "ledger.campaign",
        "ledger.codec",
        "ledger.command",
        "ledger.errors",
        "ledger.events",
        "ledger.history",
        "ledger.projections",
        "ledger.recording",
        "ledger.replay",
        "ledger.rules.settings",
        "ledger.store",
        "ledger.text",
    },
    "ledger.service": {
        "ledger.calendar",
        "ledger.campaign",
        "ledger.codec",
        "ledger.command",
        "ledger.correcting",
        "ledger.errors",
        "ledger.events",
        "ledger.recording",
        "ledger.rules.settings",
        "ledger.store",
        "ledger.text",
    },
    "cli": {
        "ledger",
        "ledger.branching",
        "ledger.whatif",
        "ledger.calendar",
        "ledger.campaign",
        "ledger.command",
        "ledger.errors",
        "ledger.events",
        "ledger.moving",
        "ledger.projections",
        "ledger.query",
        "ledger.recording",
        "ledger.rules.catalogue",
        "ledger.rules.storyteller",
        "ledger.service",
        "ledger.store",
        "ledger.text",
    },
}
# the standard library aside
LIBRARIES: dict[str, set[str]] = {
    "ledger": set(),
    "ledger.errors": set(),
    "ledger.store": {"alembic", "msgspec", "sqlalchemy"},
    "migrations": {"alembic", "sqlalchemy"},
    "cli": {"click", "jinja2", "markupsafe", "msgspec", "prompt_toolkit", "rich", "ziaplot"},
}
NOT_SYSTEMS = {"settings", "subject", "system", "catalogue", "storyteller"}
PURE = (
    "ledger/calendar",
    "ledger/rules",
    "ledger/events.py",
    "ledger/history.py",
    "ledger/replay.py",
)
# what pure code may take from the standard library: no clock, no chance, no files
PURE_LIBRARY = {
    *("abc", "bisect", "collections", "dataclasses", "decimal", "difflib", "enum", "fractions"),
    *("functools", "itertools", "math", "operator", "re", "types", "typing"),
}
IMPURE_CALLS = {"float", "open", "input", "print", "eval", "exec", "id", "hash"}
ID = re.compile(r"\b(?:{})\.[a-z][a-z.*-]*".format("|".join({r.split(".")[0] for r in RULES})))
# the likeness of a did-you-mean is no number of a rule
LIKENESS = {"ledger.calendar.date_text": {0.3}, "ledger.calendar.wording": {0.6}}
# rules that no code names: what a sheet shows, what does not happen, who heals and in what order
UNCITED = {"wod.track.penalty", "vampire.torpor.hibernation", "healing.serial", "healing.who"}


# Imports -----------------------------------------------------------------------------------------


def module_of(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def sources() -> dict[str, tuple[Path, ast.Module]]:
    """Every module of ours with its tree."""
    paths = [p for top in ("ledger", "cli", "migrations") for p in (ROOT / top).rglob("*.py")]
    return {
        module_of(path): (path, ast.parse(path.read_text(), str(path))) for path in sorted(paths)
    }


def group_of(module: str) -> str:
    """The line of the table that a module belongs to."""
    parts = module.split(".")
    if parts[0] in {"cli", "migrations"}:
        return parts[0]
    if parts[:2] != ["ledger", "rules"] or len(parts) == 2:
        return ".".join(parts[:2])
    if parts[2] in NOT_SYSTEMS:
        return ".".join(parts[:3])
    path, _ = sources()[".".join(parts[:3])]
    return "a system" if path.name == "__init__.py" else "ledger.rules.shared"


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports anywhere, those for type checkers too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports hide who imports whom"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in sources() else str(node.module)


MODULES = sorted(sources())
every_module = pytest.mark.parametrize("module", MODULES)


@every_module
def test_module_imports_what_its_place_allows(module: str) -> None:
    """Imports go down the house, never up; libraries stay where they belong."""
    group = group_of(module)
    assert group in MAY_IMPORT, f"give {group} a place in the table"
    ours = {group_of(target) for target in imported(sources()[module][1]) if target in sources()}
    assert ours - {group} <= MAY_IMPORT[group]
    others = {target.split(".")[0] for target in imported(sources()[module][1])}
    foreign = others - sys.stdlib_module_names - {"ledger", "cli", "migrations"}
    assert foreign <= LIBRARIES.get(group, {"msgspec"})


def test_table_of_imports_is_tight() -> None:
    """What nobody needs is not allowed: strike it from the table."""
    needed: set[tuple[str, str]] = set()
    for module, (_, tree) in sources().items():
        targets = {group_of(target) for target in imported(tree) if target in sources()}
        needed |= {(group_of(module), target) for target in targets}
    allowed = {(group, target) for group, targets in MAY_IMPORT.items() for target in targets}
    assert allowed - needed == set()


def test_table_of_imports_has_no_circle() -> None:
    """Each group imports only groups that stand further up."""
    order = list(MAY_IMPORT)
    for group, allowed in MAY_IMPORT.items():
        assert all(order.index(target) < order.index(group) for target in allowed)


@pytest.mark.parametrize("module", [m for m in MODULES if group_of(m) == "a system"])
def test_systems_do_not_know_each_other(module: str) -> None:
    """What two systems share stands in a module of neither."""
    own = module.split(".")[2]
    systems = {t.split(".")[2] for t in MODULES if group_of(t) == "a system"}
    known = {t.split(".")[2] for t in imported(sources()[module][1]) if t.count(".") > 1}
    assert known & systems <= {own}


@pytest.mark.parametrize("module", [m for m in MODULES if group_of(m) != "ledger.store"])
def test_only_the_store_opens_itself(module: str) -> None:
    """Others see the store's front door, and its classes only as types."""
    tree = sources()[module][1]
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ledger.store."):
            assert id(node) in for_types or node.module == "ledger.store.audit"


# Purity ------------------------------------------------------------------------------------------


def is_pure(module: str) -> bool:
    return str(sources()[module][0].relative_to(ROOT)).startswith(PURE)


every_pure_module = pytest.mark.parametrize("module", [m for m in MODULES if is_pure(m)])


@every_pure_module
def test_pure_module_asks_nothing_of_the_machine(module: str) -> None:
    """Rules, calendar and replay know no clock, no chance, no file and no environment."""
    tree = sources()[module][1]
    library = {t.split(".")[0] for t in imported(tree)} & sys.stdlib_module_names
    assert library <= PURE_LIBRARY
    calls = {
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & IMPURE_CALLS


@every_pure_module
def test_pure_module_has_no_floating_point(module: str) -> None:
    """Numbers of rules are whole: no literal with a point, and no division that makes one."""
    for node in ast.walk(sources()[module][1]):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            assert node.value in LIKENESS.get(module, set())
        division = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
        assert not division, f"line {getattr(node, 'lineno', '?')}"


@every_pure_module
def test_pure_module_keeps_no_state(module: str) -> None:
    """No `global`, and no table at module level that could be written to by a rule."""
    assert not any(
        isinstance(node, ast.Global | ast.Nonlocal) for node in ast.walk(sources()[module][1])
    )


# Rules by their ids ------------------------------------------------------------------------------


def cited(module: str) -> set[str]:
    """The rule ids in the strings of a module; `family.*` stays as it is."""
    words: set[str] = set()
    for node in ast.walk(sources()[module][1]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words |= {word.rstrip(".-") for word in ID.findall(node.value)}
    return {w for w in words if w not in KINDS and "." in w and not w.endswith((".py", ".journal"))}


@every_module
def test_cited_rule_exists(module: str) -> None:
    """Every rule id in code, message or docstring can be shown by `rules show`."""
    for word in cited(module):
        if word.endswith("*"):
            assert any(rule.startswith(word.rstrip("*")) for rule in RULES), word
        else:
            assert word in RULES, word


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_cited_beside_its_code(rule: str) -> None:
    """Who reads a rule finds the code that applies it."""
    whole = re.compile(rf"\b{re.escape(rule)}(?![a-z-]|\.[a-z])")
    texts = [
        path.read_text()
        for module, (path, _) in sources().items()
        if module.startswith("ledger.") and module != "ledger.rules.catalogue"
    ]
    assert rule in UNCITED or any(whole.search(text) for text in texts)


# Kinds of events ---------------------------------------------------------------------------------


def schemas() -> dict[str, Any]:
    """The JSON schema of the body of every kind."""
    raw = {kind: msgspec.json.schema(body) for kind, body in sorted(KINDS.items())}
    schemas: dict[str, Any] = json.loads(msgspec.json.encode(raw))
    return schemas


def golden() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(GOLDEN.read_text())
    return known


def test_every_kind_is_in_the_golden_file() -> None:
    """A new kind is written down (run this file), and none disappears, ever."""
    assert sorted(golden()) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_released_body_stays_as_it_is(kind: str) -> None:
    """A body that changes wants a new schema number, an upcaster, and a new golden entry."""
    assert schemas()[kind] == golden()[kind]


def test_kind_is_a_system_and_a_verb() -> None:
    """Kinds are `<campaign or system>.<verb>`, perhaps with a variant; a system's name is no other word."""
    families = {"campaign", *[system.name for system in SYSTEMS]}
    for kind in KINDS:
        family, _, verb = kind.partition(".")
        assert family in families
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*(\.[a-z]+)?", verb)


# What comes at once ------------------------------------------------------------------------------

HEAVY = ("sqlalchemy", "alembic", "rich", "psycopg", "jinja2", "ziaplot", "prompt_toolkit")
WRAPPED = """
import sys
from cli.main import main
try:
    main({arguments})
finally:
    print(*sorted({heavy} & set(sys.modules)), file=sys.stderr)
"""


def run_light(arguments: list[str], **environment: str) -> tuple[str, str, int]:
    """Run the program in a process of its own: output, heavy modules that it imported, code."""
    code = WRAPPED.format(arguments=arguments, heavy=set(HEAVY))
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    return done.stdout, done.stderr.strip(), done.returncode


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--help", "status"),
        ("--version", "version"),
        ("hit --help", "--soak-dice"),
        ("status --help", "--known-at"),
        ("run --help", "FILE"),
        ("rules --help", "list"),
        ("what-if --help", "--without"),
        ("branch --help", "adopt"),
    ],
)
def test_help_loads_no_database(line: str, says: str) -> None:
    """Help and version come at once: neither SQLAlchemy nor Alembic nor Rich is imported."""
    out, heavy, code = run_light(line.split())
    assert (heavy, code) == ("", 0)
    assert says in out


def test_completion_loads_no_database() -> None:
    """A shell that completes a verb waits for no library."""
    out, heavy, code = run_light(
        [], _CAMPAIGN_COMPLETE="bash_complete", COMP_WORDS="campaign sta", COMP_CWORD="1"
    )
    assert (heavy, code) == ("", 0)
    assert out.split() == ["plain,stats", "plain,status"]


def test_a_pipe_loads_no_colours(tmp_path: Path) -> None:
    """A sheet that nobody sees in colours does not wait for Rich."""
    store = str(tmp_path / "campaign.db")
    run_light(["--db", store, "init", "The Alley", "--start", "1998-10-31"])
    out, heavy, code = run_light(["--db", store, "status"])
    assert out.startswith("The Alley")
    assert ("rich" in heavy.split(), code) == (False, 0)


def test_wrong_usage_loads_no_database() -> None:
    """A slip of the finger is answered at once, too."""
    _, heavy, code = run_light(["statsu"])
    assert code == 2
    assert heavy.splitlines()[-1].startswith("usage")


if __name__ == "__main__":  # a new kind; a changed one is for a new schema number
    known = golden() if GOLDEN.exists() else {}
    GOLDEN.write_text(json.dumps({**schemas(), **known}, indent=1, sort_keys=True) + "\n")
