"""`report`: what stands on the page, and what a player's page leaves out."""

import re
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.render.charts import FULL, axis
from ledger.text import is_fit

Program = Any
Refuses = Any

NIGHT = (
    "[1998-10-31 22:00] hit Veronica 4 lethal --soak 1 --by Kincaid ; the alley",
    "[1998-10-31 22:10] note Veronica 'Kincaid is her sire' --secret",
    "[1998-10-31 22:20] hit Veronica 1 lethal --source blade --by 'the Sabbat' --note 'a hired knife' --secret",
    "[1998-11-01 20:00] feed Kincaid 1 --note 'the night porter'",
)


class Page(HTMLParser):
    """A page taken apart: its tags with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source = text
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def having(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of the tags of a name with these classes or other attributes."""
        return [
            given
            for name, given in self.tags
            if name == tag
            and all(value in (given.get(key) or "").split() for key, value in wanted.items())
        ]


def page(program: Program, *arguments: str) -> Page:
    return Page(program.ok("report", *arguments))


@pytest.fixture
def night(alley: Program) -> Program:
    """Two vampires after a brawl with secrets."""
    alley.journal(*NIGHT)
    return alley


def test_everything_is_on_the_page(night: Program) -> None:
    """Sheets, charts, what is due and the history, each in its place."""
    found = page(night)
    assert len(found.having("section", **{"class": "character"})) == 2
    assert len(found.having("figure", **{"class": "chart"})) == 4  # health and pools of each
    for word in ("Veronica", "Kincaid", "Wounded", "torpor from hunger, unless fed", "the alley"):
        assert word in found.text
    assert len(found.having("li", **{"class": "lethal"})) == 4
    assert "track ....... → XXX...." in found.text
    assert "blood 10 → 9" in found.text  # by itself


def test_the_page_needs_nothing_beside_it(night: Program) -> None:
    """No address, no script, no style or picture from elsewhere; a policy forbids them, too."""
    night.ok("add", "Zoë", "mortal", "stamina=2", "--note", "see https://example.org/x.js")
    found = page(night)
    assert {"script", "link", "img", "iframe", "object", "embed", "base"}.isdisjoint(
        name for name, _ in found.tags
    )
    for _, given in found.tags:
        for key, value in given.items():
            assert not key.startswith("on")
            assert key not in {"src", "style", "xmlns", "action"}
            if key.endswith("href"):
                assert value is not None
                assert re.fullmatch(r"#c\d+", value)
            assert "://" not in (value or "")
    (policy,) = [given for name, given in found.tags if given.get("http-equiv")]
    assert (policy["content"] or "").startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert "@import" not in found.source
    assert re.findall(r"url\((?!#)", found.source) == []


def test_ids_are_unique_and_found(night: Program) -> None:
    """A drawing cuts by its own frame, not by that of the first drawing on the page."""
    found = page(night)
    ids = [given["id"] for _, given in found.tags if "id" in given]
    assert len(set(ids)) == len(ids)
    used = re.findall(r"url\(#([^)]*)\)|href=\"#([^\"]*)\"", found.source)
    assert {one or other for one, other in used} <= set(ids)


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "attribute": "\" onload=alert(1) x='",
    "picture": "<img src=x onerror=alert(1)>",
    "style": "</style><style>*{display:none}",
    "template": "{{ 7*7 }}{% raw %}",
    "entity": "&lt;b&gt; &amp; ]]>",
    "comment": "--><!--",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_text(campaign: Program, kind: str) -> None:
    """A name, a note, a piece of armour or a campaign that is markup is shown, never obeyed."""
    text = HOSTILE[kind]
    campaign.ok("init", "--start", "1998-10-31", "--", text)
    campaign.ok("add", f"--player={text}", "--", text, "mutant", "stamina=2")
    campaign.ok("wear", f"--by={text}", "--", text, text, "bashing=1")
    campaign.ok("hit", f"--note={text}", "--", text, "2", "lethal")
    for arguments in ((), (f"--player={text}",)):
        found = page(campaign, *arguments)
        harmless = page_of_a_good_name(campaign)
        assert sorted({name for name, _ in found.tags}) == harmless
        keys = {key for _, given in found.tags for key in given}
        assert "onload" not in keys
        assert "onerror" not in keys
        shown = unescape(found.text) if kind == "entity" else found.text
        assert found.text.count(text) >= 5 or kind == "entity", found.text
        assert unescape(text) in shown


def page_of_a_good_name(program: Program) -> list[str]:
    """The tags that a page has where nothing is hostile."""
    program.store.with_name("good.db").unlink(missing_ok=True)
    program.ok("--db", "good.db", "init", "Good", "--start", "1998-10-31")
    program.ok("--db", "good.db", "add", "Vera", "mutant", "stamina=2")
    program.ok("--db", "good.db", "wear", "Vera", "vest", "bashing=1")
    program.ok("--db", "good.db", "hit", "Vera", "2", "lethal")
    return sorted({name for name, _ in Page(program.ok("--db", "good.db", "report")).tags})


def test_no_sign_of_a_terminal_reaches_the_page(night: Program) -> None:
    """Whoever looks at the page with `cat` is safe, too."""
    text = night.ok("report")
    assert [sign for sign in text if sign != "\n" and not is_fit(sign)] == []


def test_a_sheet_of_places_and_characteristics_has_tables(alley: Program) -> None:
    """What a sheet holds is a table by its shape, whatever the system."""
    alley.journal(
        "add Fahir request STR=12 CON=10 SIZ=13 INT=11 POW=12 DEX=14 CHA=9 resilience=45 "
        "persistence=50 hero_points=2",
        "advance 1h",
        "hit Fahir 7 --location 'left arm'",
        "deprive Fahir food",
        "advance 12d",
    )
    found = page(alley, "Fahir")
    charts = [given["aria-label"] for given in found.having("svg", role="img")]
    assert list(dict.fromkeys(charts)) == ["Hit points by location", "Pools", "Characteristics"]
    for title in ("Locations", "Characteristics", "Modifiers", "Pools", "Pending", "Due", "States"):
        assert f"<h3>{title}</h3>" in found.source
    rows = re.findall(r"<tr>(.*?)</tr>", found.source)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    assert ["left arm", "\u22123", "4", "serious", "yes"] in cells
    assert ["CON", "9", "10", "9"] in cells
    assert "hero points" in found.text
    points = alley.json("report", "Fahir")["series"]["Fahir"]
    assert points[-1]["values"]["locations.left arm"] == -3
    assert [point["values"]["characteristics.CON"] for point in points][-2:] == [10, 9]


# Players -------------------------------------------------------------------------------------------


@pytest.fixture
def table(night: Program) -> Program:
    """Anna plays Zoë and Rosa, Ben plays Kurt."""
    night.journal(
        "add Zoë mortal stamina=2 --player Anna",
        "add Rosa vampire stamina=2 humanity=7 --player=Anna",
        "add Kurt mortal stamina=3 --by Ben",
        "hit Kurt 2 lethal --by Zoë ; a quarrel",
        "note Zoë 'saw the prince'",
        "feed Veronica 1",
        "void 14 --because 'Kurt lied about the prince'",
    )
    return night


def test_a_player_sees_her_own(table: Program) -> None:
    """Other sheets, other histories and corrections are not hers."""
    found = page(table, "--player", "Anna")
    assert len(found.having("section", **{"class": "character"})) == 2
    assert "saw the prince" in found.text
    for word in ("Kurt", "Veronica", "Kincaid", "Ben", "lied about", "quarrel", "porter"):
        assert word not in found.source, word


@pytest.mark.parametrize("said", ["Veronica", "Kincaid"])
def test_a_character_stands_for_her_player(night: Program, said: str) -> None:
    """Where nobody said who plays whom, the character's own name will do."""
    found = page(night, "--player", said)
    assert len(found.having("section", **{"class": "character"})) == 1


def test_secrets_stay_with_the_storyteller(night: Program) -> None:
    """A secret note is left out; of another secret only what it did to the sheet remains."""
    found = page(night, "--player", "Veronica")
    for word in ("sire", "hired knife", "Sabbat", "blade"):
        assert word not in found.source, word
    assert "the alley" in found.text
    assert "track XXX.... → XXXX..." in found.text
    assert "Kincaid is her sire" in page(night).text
    document = night.json("report", "--player", "Veronica")
    assert "sire" not in str(document)
    (blow,) = [row for row in document["history"] if row["at"] == "1998-10-31 22:20:00"]
    assert (blow["data"], blow["by"], blow["note"], blow["type"]) == ({}, None, None, "hit")


def test_a_secret_stays_one_when_it_is_amended(night: Program) -> None:
    """A slip of the pen in a secret does not tell it."""
    night.ok("amend", "6", "note Veronica 'Kincaid is her brood'")
    assert "brood" not in page(night, "--player", "Veronica").source
    night.ok("amend", "4", "hit Veronica 2 lethal --secret", "--note", "x")
    assert "the alley" not in page(night, "--player", "Veronica").source


def test_secrets_outlast_export_and_import(night: Program, tmp_path: Path) -> None:
    """To the letter as jsonl, and as a journal that is run anew."""
    (tmp_path / "a.jsonl").write_text(night.ok("export"), encoding="utf-8")
    (tmp_path / "a.journal").write_text(night.ok("export", "--format", "journal"), encoding="utf-8")
    for store, take in (("b.db", ("import", "a.jsonl")), ("c.db", ("run", "a.journal"))):
        night.ok("--db", store, *take)
        assert "sire" in night.ok("--db", store, "report")
        assert "sire" not in night.ok("--db", store, "report", "--player", "Veronica")


def test_history_marks_a_secret(night: Program) -> None:
    """The Storyteller sees which they are."""
    rows = night.ok("history").splitlines()
    assert sum("(secret)" in row for row in rows) == 2


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("--player", "Ana"), "no player or character called 'Ana'; did you mean Anna?"),
        (("--player", "Anna", "Kurt"), "Kurt is not played by Anna, who plays Zoë, Rosa"),
        (("--from", "1998-11-02", "--to", "1998-11-01"), "would end (1998-11-01 00:00:00) before"),
        (("Veronika",), "did you mean Veronica?"),
        (("-o", "nowhere/x.html"), "nowhere/x.html cannot be written: No such file"),
        (("--at", "yesteryear"), "yesteryear"),
    ],
)
def test_a_wrong_word_is_refused(
    table: Program, refuses: Refuses, arguments: tuple[str, ...], says: str
) -> None:
    """What is wrong is said in a line, and no page appears."""
    assert says in refuses(1, "report", *arguments).err
    assert not list(table.store.parent.glob("*.html*"))


# The file ------------------------------------------------------------------------------------------


def test_a_file_is_written_whole(night: Program, tmp_path: Path) -> None:
    """`-o FILE` prints nothing, takes the place of the last report, and leaves nothing beside it."""
    (tmp_path / "x.html").write_text("old", encoding="utf-8")
    assert night.ok("report", "-o", "x.html") == ""
    assert (tmp_path / "x.html").read_text(encoding="utf-8") == night.ok("report")
    assert [path.name for path in tmp_path.glob("x.html*")] == ["x.html"]


def test_its_json_goes_into_the_file_too(night: Program, tmp_path: Path) -> None:
    """`-o FILE` says where, whatever the answer is."""
    said = night.ok("-O", "json", "report")
    assert night.ok("-O", "json", "report", "-o", "x.json") == ""
    assert (tmp_path / "x.json").read_text(encoding="utf-8") == said


def test_nothing_is_written_to_the_store(night: Program) -> None:
    """A report only reads, and the same history gives the same page."""
    before = night.rows()
    assert night.ok("report") == night.ok("report")
    assert night.rows() == before


@pytest.mark.parametrize("start", ["44 BC-03-15", "1998-10-31", "12000-01-01 03:04:05"])
def test_any_year_has_a_chart(campaign: Program, start: str) -> None:
    """The axis is the campaign's own calendar, before Christ and after the year 9999."""
    campaign.ok("init", "Long", "--start", start)
    campaign.journal(
        "add Vera vampire stamina=2 humanity=7",
        "advance 3h",
        "hit Vera 8 lethal",
        "advance 200y",
    )
    begin = campaign.json("status", "--at", "start")["at"]
    found = page(campaign)
    assert len(found.having("figure", **{"class": "chart"})) == 2
    assert f">{begin.rpartition(' ')[0]}<" in found.source


def test_json_has_series(night: Program) -> None:
    """The numbers behind the charts, a point for each change."""
    document = night.json("report", "Veronica", "--from", "1998-10-31 22:00")
    (points,) = document["series"].values()
    assert [point["values"]["damage.lethal"] for point in points[:2]] == [3, 4]
    assert points[0]["at"] == document["period"]["begin"] == "1998-10-31 22:00:00"


def test_a_forecast_is_told_as_one(night: Program) -> None:
    """Where the page looks ahead, the clock is drawn."""
    assert "the clock; what follows is a forecast" not in page(night).text
    assert "the clock; what follows is a forecast" in page(night, "--at", "+30d").text


@pytest.mark.parametrize(
    "moments",
    [
        [0],
        [0, 1],
        [0, 3, 600, 86_400, 3_200_000_000],
        [-70_000_000_000, 5, 400_000_000_000],
        [5, 5, 0],
    ],
)
def test_an_axis_has_room_for_every_moment(moments: list[int]) -> None:
    """Places rise with the moments, from nothing to the full length, and none is lost."""
    places = list(axis(moments).places.values())
    assert len(places) == len(set(moments))
    assert places[0] == 0
    assert len(places) == 1 or round(places[-1], 6) == FULL
    assert all(after - before > FULL / 100 for before, after in pairwise(places))
