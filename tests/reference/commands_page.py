"""`docs/commands.md`, from the program itself: its sections, commands, arguments and options."""

from collections.abc import Iterator, Mapping, Sequence

import click

from cli.documents import DOCUMENTS
from cli.main import PROGRAM, SECTIONS
from cli.reading import moments
from cli.recorded import envelope
from cli.values import DiceType, NamesType, Number, ResultsType
from tests.reference.json_page import document_link
from tests.reference.markdown import anchor, code, table

INTRODUCTION = """\
# Commands

Everything that can be typed after `campaign`, in the order of `campaign --help`. The same lines stand in a
journal (`campaign run FILE`) and in `amend`. `campaign COMMAND --help` prints what is here for one command.
"""
# words in capitals, as they stand in a usage line
WRITTEN: Mapping[str, str] = {
    "WHO": "a name, several with commas (`Vera,Kincaid`), or `all`: everybody who lives",
    "NAME": "a name; in quotes where it has blanks",
    "SYSTEM": "what somebody is: `vampire`, `mortal`, `mutant`, `request`",
    "DATE": "`1998-10-31`, `1998-10-31 21:00`, `31 October 1998`, `44 BC-03-15`, `+3d`, `-2h`, `now`, "
    "`start`; a day without a time is its midnight",
    "DURATION": "`3d`, `2 weeks`, `1mo`, `1y 2mo 3d`, `90min`, `3 nights`, `2 turns`",
    "PERIOD": "`1998`, `1998-10`, `1998-10-01..1998-10-15`, `last week`",
    "WHEN": "an event's position or id, or a real date and time: what was known then",
    "ID": "the letters in brackets behind an event, or as many of them as no other begins with; for "
    "`rules show` that of a rule",
    "N": "a whole number",
    "TYPE": "a kind of damage: `bashing`, `lethal`, `aggravated`, `permanent`",
    "POOL": "`blood`, `willpower`, `power_charge`, `rage`, `gnosis`, `hero_points`",
    "LOCATION": "a hit location: `head`, `'left arm'`",
    "CHARACTERISTIC": "`STR`, `CON`, `SIZ`, `INT`, `POW`, `DEX`, `CHA`",
    "KEY=VALUE": "a setting or a value, and what it is",
    "TRAIT=VALUE": "a trait, and what it is; a pool is N (full) or NOW/MAXIMUM",
    "WHAT": "a value of the sheet: `level`, `blood`, `torpor`, a trait, a dotted path",
    "QUERY": "terms with a prefix: `who:Vera`, `type:hit`, `not:amount:>3`",
    "BRANCH": "the name of a branch",
    "LINE": "a command without `campaign`, in quotes",
    "TEXT": "free text; in quotes where it has blanks",
    "FILE": "the name of a file; `-` for standard input where something is read",
}
ANSWERING = ("answer_as", "answer_to")  # how and where, on every command that only asks
FAMILIES = {
    "recording": envelope(),
    "reading": moments(),
    "answering": [p for p in PROGRAM.commands["history"].params if p.name in ANSWERING],
}


def commands_page() -> str:
    """The page."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    for title, commands in sections().items():
        links = [f"[{name}](#{anchor(name)})" for name, _ in commands]
        yield f"- **{title}**: {', '.join(links)}"
    yield "\n## How things are written\n"
    yield from table(("word", "is"), [(code(word), says) for word, says in WRITTEN.items()])
    yield "## In front of every command\n"
    yield "`campaign [OPTIONS] COMMAND …`\n"
    yield from _parameters(PROGRAM.params)
    for family, params in FAMILIES.items():
        yield f"## Options of {family} commands\n"
        yield from _parameters(params)
    for title, commands in sections().items():
        yield f"## {title}\n"
        for name, command in commands:
            yield from _command(name, command)


def sections() -> Mapping[str, Sequence[tuple[str, click.Command]]]:
    """The commands by the sections of the help, those of groups by their full names."""
    return {
        title: [pair for name in names for pair in _unfolded(name, PROGRAM.commands[name])]
        for title, names in SECTIONS.items()
    }


def _unfolded(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if command.hidden:
        return
    if isinstance(command, click.Group):
        for part, inner in command.commands.items():
            yield from _unfolded(f"{name} {part}", inner)
    else:
        yield name, command


def _command(name: str, command: click.Command) -> Iterator[str]:
    yield f"### {name}\n"
    yield f"{command.help or ''}\n"
    pieces = " ".join(command.collect_usage_pieces(click.Context(command)))
    yield f"```\ncampaign {name} {pieces}".rstrip() + "\n```\n"
    own = [param for param in command.params if _family_of(param, command) is None]
    yield from _parameters(own)
    also = dict.fromkeys(filter(None, [_family_of(param, command) for param in command.params]))
    families = [f"[options of {family} commands](#options-of-{family}-commands)" for family in also]
    links = [f"Also the {' and the '.join(families)}."] if families else []
    if name in DOCUMENTS:
        links.append(f"`-O json` prints {document_link(DOCUMENTS[name])}.")
    if links:
        yield f"{' '.join(links)}\n"


def _family_of(param: click.Parameter, command: click.Command) -> str | None:
    """The family that an option comes from; only where the command has all of that family."""
    for family, params in FAMILIES.items():
        signs = {_sign(one) for one in params}
        if _sign(param) in signs and signs <= {_sign(one) for one in command.params}:
            return family
    return None


def _sign(param: click.Parameter) -> tuple[str | None, str]:
    return param.name, getattr(param, "help", None) or ""


def _parameters(params: Sequence[click.Parameter]) -> Iterator[str]:
    rows = [
        (_written(param), _meaning(param))
        for param in params
        if not getattr(param, "hidden", False)
    ]
    yield from table(("", "meaning"), rows)


def _written(param: click.Parameter) -> str:
    names = ", ".join(param.opts)
    if isinstance(param, click.Argument):
        return code(_metavar(param))
    flag = isinstance(param, click.Option) and (param.is_flag or param.count)
    return code(names if flag else f"{names} {_metavar(param)}")


def _metavar(param: click.Parameter) -> str:
    if param.metavar is None and isinstance(param.type, click.Choice):
        choices = "|".join(map(str, param.type.choices))
        return choices if param.required or param.param_type_name == "option" else f"[{choices}]"
    return param.make_metavar(click.Context(PROGRAM))


def _meaning(param: click.Parameter) -> str:
    says: list[str] = [getattr(param, "help", None) or ""]
    if not says[0] and isinstance(param, click.Argument):
        says.append(_kind_of(param))
    if isinstance(param.type, Number):
        says.append(f"From {param.type.least} to {param.type.most}.")
    elif isinstance(param.type, DiceType | ResultsType):
        says.append((param.type.__doc__ or "").partition("\n")[0])
    if isinstance(param, click.Option):
        if param.required:
            says.append("Must be given.")
        if isinstance(param.default, str) and param.default:
            says.append(f"{code(param.default)} if not given.")
        if param.envvar:
            says.append(f"Also by the environment variable {code(str(param.envvar))}.")
    return " ".join(filter(None, says))


def _kind_of(param: click.Argument) -> str:
    """What an argument is that says nothing about itself: by the words of its usage."""
    words = [word.strip("[].") for word in _metavar(param).split()]
    told = [WRITTEN[word].partition(";")[0] for word in words if word in WRITTEN]
    if words == ["WHO"] and param.nargs == -1:
        told = ["names; everybody if none is given"]
    elif words == ["WHO"] and not isinstance(param.type, NamesType):
        told = ["a name"]
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
