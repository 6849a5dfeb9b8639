"""Bills as text: what happened, what it changed, and where the value stood then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from cli.render.wording import what_of

Row = Mapping[str, Any]
INDENT = " " * 8


def explanation_lines(document: Row) -> Iterator[Text]:
    """An explanation: a bill for each value, with its marks, facts, and what is ahead."""
    known = f", as known at {document['known_at']}" if document["known_at"] else ""
    yield Text(f"{document['who']}  {document['system']}  {document['at']}{known}", "bold")
    for account in document["accounts"]:
        yield Text("")
        yield from _account(account, document["rules"])
    for finding in document["findings"]:
        yield Text(f"without effect: {finding['event']}: {finding['why']}", "red")


def _account(account: Row, rules: Row) -> Iterator[Text]:
    head = Text.assemble((account["subject"], "bold"), "  ", (_shown(account["value"]), "bold"))
    reads = [_read(row["path"], row["value"]) for row in account["reads"]]
    if reads:
        head.append("  " + ", ".join(reads))
    yield head
    width = max([len(_shown(line["after"])) for line in account["lines"]], default=0)
    if account["earlier"]:
        yield Text(f"  {account['earlier']} earlier lines, then", "dim")
    for _, group in groupby(account["lines"], key=_alike(rules)):
        yield from _lines(list(group), width, rules)
    for _, marks in groupby(account["marks"], key=_same_mark):
        yield _marks(list(marks))
    for fact in account["facts"]:
        if fact["event"]:
            words = f"  rests on  {fact['name']} {fact['value']}, since {fact['since']}"
            yield Text.assemble(f"{words} ({fact['type']} ", (fact["event"], "cyan"), ")")
    for remark in account["remarks"]:
        yield Text(f"  besides   {remark['text']}  ({remark['rule']})")
    for _, group in groupby(account["ahead"], key=lambda row: (row["rule"], row["because"])):
        yield from _ahead(list(group))


def _alike(rules: Row) -> Any:
    """What time does again and again is one line: nights, weeks, days."""
    count = 0

    def key(line: Row) -> tuple[Any, ...]:
        nonlocal count
        if line["event"] is None and not line["because"] and line["rule"] in rules:
            return line["rule"], line["cause"]
        count += 1
        return (count,)

    return key


def _lines(group: Sequence[Row], width: int, rules: Row) -> Iterator[Text]:
    first, last = group[0], group[-1]
    change = last["after"] - first["before"] if first["change"] is not None else 0
    moved = f"{change:+d}" if change else ""
    what = what_of(first)
    if len(group) > 1:
        what = f"{len(group)} times, until {last['at']}"
    elif first["event"] is None:
        what = first["text"]
    line = Text(f"  {first['at']}  {moved:>4}  {_shown(last['after']):>{width}}  {what}")
    if first["event"] is not None:
        line.append(f"  {first['event']}", "cyan")
    elif first["cause"] is not None:
        line.append("  from ").append(first["cause"], "cyan")
    yield line
    for answer in first["answers"]:
        yield Text.assemble(f"{INDENT}{what_of(answer)}  ", (answer["event"], "cyan"))
    if first["note"]:
        yield Text(f"{INDENT}note: {first['note']}")
    for step in first["working"]:
        yield Text(INDENT + _with_rule(step["text"], step["because"], step["rule"], rules))
    text = "" if first["event"] is None else first["text"]
    told = _with_rule(text, first["because"], first["rule"], rules)
    if told:
        yield Text(INDENT + told)


def _with_rule(text: str, because: str, rule: Any, rules: Row) -> str:
    title = "" if rule not in rules else f"{rules[rule]['title']} ({rule})"
    return "  ".join(part for part in (text, because, title) if part)


def _same_mark(mark: Row) -> tuple[Any, ...]:
    return mark["mark"], mark["event"], mark["heals_at"], mark["cure"]


def _marks(marks: Sequence[Row]) -> Text:
    """Marks that are alike: where they are, who left them, and what takes them away."""
    mark, last = marks[0], marks[-1]
    where = f"box {mark['box']}  {mark['level']}"
    if last is not mark:
        levels = dict.fromkeys([mark["level"], last["level"]])
        where = f"boxes {mark['box']} to {last['box']}  {' to '.join(levels)}"
    text = Text(f"  {where}: {mark['mark']}")
    if mark["hit"] is None:
        text.append(", by hunger")
    else:
        text.append(f", by {what_of(mark['hit'])}, {mark['hit']['at']} ")
        text.append(mark["event"], "cyan")
    if mark["heals_at"]:
        text.append(f"; heals at {mark['heals_at']} ({mark['rule']})")
    elif mark["cure"]:
        text.append(f"; {mark['cure']} ({mark['rule']})")
    return text


def _read(path: str, value: Any) -> str:
    """A value that is read off another, as a player says it."""
    return NOTHING.get(path, f"{path} none") if value is None else f"{path} {value}"


NOTHING = {"level": "unhurt", "penalty": "no action"}


def _ahead(group: Sequence[Row]) -> Iterator[Text]:
    first, last = group[0], group[-1]
    several = f", and so on until {last['at']}: {last['what']}" if len(group) > 1 else ""
    why = f", {first['because']}" if first["because"] else ""
    yield Text(f"  ahead     {first['at']}  {first['what']}{several}{why}  ({first['rule']})")


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)
