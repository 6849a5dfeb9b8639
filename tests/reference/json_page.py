"""`docs/json.md` and the JSON schema beside it, from the types of the documents."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from cli.documents import DOCUMENTS
from ledger.calendar import CalendarDefinition
from ledger.events import Body
from ledger.rules import KINDS
from tests.reference.docstrings import attributes_of, summary_of
from tests.reference.markdown import anchor, code, codes, table

INTRODUCTION = """\
# JSON

`campaign -O json COMMAND …` prints one JSON document, for scripts and other programs.

Every key is always there, `null` where there is nothing to say. Further keys may come with later versions;
those that are here stay. Dates are in the calendar of the campaign, `YYYY-MM-DD HH:MM:SS`, with the month's
number; years before AD 1 are counted from 0 down, so 44 BC is `-0043`. A refusal is words on standard error and
an exit code, with `-O json` too.

[documents.schema.json](documents.schema.json) has the same as JSON Schema; a command's document is
`#/$defs/COMMAND`. In Python the types themselves read it:

```python
import subprocess

import msgspec

from cli.documents import DOCUMENTS

text = subprocess.check_output(["campaign", "-O", "json", "status"])
for sheet in msgspec.json.decode(text, type=DOCUMENTS["status"]).characters:
    print(sheet.name, sheet.status)
```
"""
DATA_IS = """\
## What an event says

The `data` of an event is what was said at the table, by the event's `type`: dice, numbers and options, never
what followed from them. What was not said is left out.
"""


def json_page() -> str:
    """The page."""
    return "\n".join(_lines()).rstrip() + "\n"


def document_link(document: Any) -> str:
    """A document in words, with links to its types as they are seen from the pages beside it."""
    return words(inspect.type_info(document)).replace("(#", "(json.md#")


def words(kind: inspect.Type) -> str:
    """A type in plain words, with links to the types that it is made of."""
    match kind:
        case inspect.Metadata():
            title = (kind.extra_json_schema or {}).get("title")
            return words(kind.type) if title is None else str(title)
        case inspect.StructType() if kind.cls in ELSEWHERE:
            return ELSEWHERE[kind.cls]
        case inspect.StructType():
            return f"[{kind.cls.__name__}](#{anchor(kind.cls.__name__)})"
        case inspect.LiteralType():
            return " or ".join(code(json.dumps(value)) for value in sorted(kind.values, key=str))
        case inspect.UnionType():
            return " or ".join(words(one) for one in kind.types)
        case inspect.ListType() | inspect.VarTupleType():
            return f"list of {_one_of_many(kind.item_type)}"
        case inspect.DictType():
            return f"{_one_of_many(kind.value_type)} by name"
    return SIMPLE[type(kind)]


def _one_of_many(kind: inspect.Type) -> str:
    several = isinstance(kind, inspect.UnionType | inspect.LiteralType | inspect.DictType)
    return f"({words(kind)})" if several else words(kind)


ELSEWHERE = {CalendarDefinition: "[a calendar](calendar.md)"}  # types with a page of their own
SIMPLE: Mapping[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.AnyType: "anything",
}


def structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The types with keys that a type is made of, the outer ones first; some perhaps again."""
    match kind:
        case inspect.Metadata():
            yield from structs(kind.type)
        case inspect.StructType() if kind.cls in ELSEWHERE:
            return
        case inspect.StructType():
            yield kind
            for field in kind.fields:
                yield from structs(field.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from structs(one)
        case inspect.ListType() | inspect.VarTupleType():
            yield from structs(kind.item_type)
        case inspect.DictType():
            yield from structs(kind.value_type)


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    yield "## Documents\n"
    by_document: dict[str, list[str]] = {}
    for command, document in DOCUMENTS.items():
        by_document.setdefault(words(inspect.type_info(document)), []).append(command)
    rows = [(codes(commands), document) for document, commands in by_document.items()]
    yield from table(("command", "document"), rows)
    yield "## Types\n"
    told = {
        kind.cls: kind for one in DOCUMENTS.values() for kind in structs(inspect.type_info(one))
    }
    for kind in told.values():
        yield from _struct(kind)
    yield DATA_IS
    for verb, bodies in _bodies().items():
        yield from _data(verb, bodies)
    inside = {
        kind.cls: kind
        for body in KINDS.values()
        for kind in structs(inspect.type_info(body))
        if not issubclass(kind.cls, Body)
    }
    for kind in inside.values():
        yield from _struct(kind)


def _struct(kind: inspect.StructType) -> Iterator[str]:
    yield f"### {kind.cls.__name__}\n"
    yield f"{summary_of(kind.cls)}\n"
    meanings = attributes_of(kind.cls)
    rows = [] if kind.tag_field is None else [(code(kind.tag_field), code(f'"{kind.tag}"'), "")]
    rows += [
        (code(field.encode_name), words(field.type), meanings.get(field.name, ""))
        for field in kind.fields
    ]
    yield from table(("key", "value", "meaning"), rows)


def _bodies() -> Mapping[str, Mapping[type[Body], list[str]]]:
    """The bodies of each verb's events, with the systems whose bodies they are."""
    verbs: dict[str, dict[type[Body], list[str]]] = {}
    for kind, body in KINDS.items():
        system, verb, *_ = kind.split(".")
        systems = verbs.setdefault(verb, {}).setdefault(body, [])
        if system not in systems:
            systems.append(system)
    return verbs


def _data(verb: str, bodies: Mapping[type[Body], list[str]]) -> Iterator[str]:
    yield f"### data of {code(verb)}\n"
    for body, systems in bodies.items():
        told = "" if systems == ["campaign"] or len(bodies) == 1 else f"{', '.join(systems)}: "
        yield f"{told}{summary_of(body)}\n"
        kind = inspect.type_info(body)
        assert isinstance(kind, inspect.StructType)
        meanings = attributes_of(body)
        rows = [
            (
                code(field.encode_name),
                words(field.type),
                "always" if field.required else "if said",
                meanings.get(field.name, ""),
            )
            for field in kind.fields
        ]
        yield from table(("key", "value", "there", "meaning"), rows)


def json_schema() -> str:
    """The JSON schema of all documents; each command's own stands under its name."""
    kinds = list(DOCUMENTS.values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    told = {kind.cls.__name__: kind for one in kinds for kind in structs(inspect.type_info(one))}
    for name, component in components.items():
        component["description"] = summary_of(told[name].cls)
        meanings = attributes_of(told[name].cls)
        for field in told[name].fields:
            if field.name in meanings:
                component["properties"][field.encode_name]["description"] = meanings[field.name]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Documents of `campaign -O json`",
        "$defs": {**dict(zip(DOCUMENTS, schemas, strict=True)), **components},
    }
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
