import re
from collections.abc import MutableMapping
from typing import cast

import pytest

from ledger.errors import Refused
from ledger.rules import catalogue
from ledger.rules.catalogue import RULES, find_rule
from ledger.rules.catalogue.rule import Rule

SOURCES = {
    "Vampire health chapter",
    "Damage and defence chapter",
    "Mutant health chapter",
    "V:tM Revised",
    "ReQuest health page",
    "Legend SRD",
    "ruling",
}

every_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())


def test_no_rule_is_written_twice() -> None:
    """Two rules of one id would hide each other in the mapping."""
    assert sum(len(chapter) for chapter in catalogue.CHAPTERS) == len(RULES)
    assert len({rule.title for rule in RULES.values()}) == len(RULES)


def test_catalogue_is_in_the_order_of_the_book() -> None:
    """The list is read as chapters: shared rules, vampires, rest, mortals and mutants, request."""
    families = [rule_id.split(".")[0] for rule_id in RULES]
    assert list(dict.fromkeys(families)) == [
        *("wod", "vampire", "rest", "mortal", "mutant", "healing", "request"),
    ]
    assert next(iter(RULES)) == "wod.track.levels"


def test_catalogue_cannot_be_changed() -> None:
    """Whoever imports the catalogue reads it only."""
    with pytest.raises(TypeError):
        cast("MutableMapping[str, Rule]", RULES)["wod.new"] = RULES["wod.dead"]
    with pytest.raises(AttributeError):
        RULES["wod.dead"].title = "Alive"  # type: ignore[misc]


@every_rule
def test_id_is_well_formed(rule: Rule) -> None:
    """Ids are lower-case words, joined by full stops and hyphens, at least two deep."""
    assert re.fullmatch(
        r"(wod|vampire|rest|mortal|mutant|healing|request)(\.[a-z]+(-[a-z]+)*)+", rule.id
    )
    assert RULES[rule.id] is rule


@every_rule
def test_title_fits_a_column(rule: Rule) -> None:
    """A title is a short phrase without a full stop."""
    assert 0 < len(rule.title) <= 50
    assert not rule.title.endswith(".")


@every_rule
def test_text_is_whole_sentences(rule: Rule) -> None:
    """A text is one to six clean sentences."""
    assert len(rule.text) >= 40
    assert rule.text.endswith(".")
    assert "  " not in rule.text
    assert rule.text == rule.text.strip()
    assert 1 <= len(re.findall(r"\.(?= [A-Z`]|$)", rule.text)) <= 6


@every_rule
def test_source_is_known_and_rulings_are_owned(rule: Rule) -> None:
    """A ruling is named both in the text and in the source, or in neither."""
    named = rule.source.split("; ")
    assert set(named) <= SOURCES
    assert len(named) == len(set(named))
    assert ("Ruling:" in rule.text) == ("ruling" in named)


@every_rule
def test_references_to_rules_exist(rule: Rule) -> None:
    """A text that cites another rule cites one that can be shown."""
    for cited in re.findall(r"\b(?:wod|vampire|rest|request)\.[a-z][a-z.-]*[a-z]", rule.text):
        assert cited in RULES


@pytest.mark.parametrize(
    ("rule_id", "setting"),
    [
        ("wod.soak.pool", "mutant_soaks_lethal"),
        ("vampire.awakening", "awakening_difficulty"),
        ("vampire.blood.nightly", "nightly_blood"),
        ("vampire.blood.nightly", "dusk"),
        ("wod.willpower", "willpower_meditation"),
        ("request.load.simple", "load"),
        ("request.load.levels", "load"),
        ("request.first-aid", "first_aid_minutes"),
    ],
)
def test_text_names_the_setting_that_changes_it(rule_id: str, setting: str) -> None:
    """A Storyteller who dislikes a rule finds its setting in the text."""
    assert f"`{setting}`" in RULES[rule_id].text


def test_find_rule_gives_the_rule() -> None:
    """A known id is answered with its rule."""
    assert find_rule("vampire.bashing.halved").title == "Bashing damage is halved"


def test_find_rule_suggests_the_nearest() -> None:
    """A slip of the pen is answered with what was probably meant."""
    with pytest.raises(Refused) as refused:
        find_rule("vampire.blod.heal")
    assert str(refused.value) == (
        "no rule 'vampire.blod.heal'; did you mean vampire.blood.heal? "
        "`campaign rules list` has them all"
    )


def test_find_rule_lists_those_that_a_word_is_in() -> None:
    """Who remembers a part of an id is shown the rules with it."""
    with pytest.raises(Refused) as refused:
        find_rule("vampire.bashing")
    assert str(refused.value) == (
        "no rule 'vampire.bashing'; there is vampire.bashing.halved; "
        "`campaign rules list` has them all"
    )


def test_find_rule_without_a_near_one() -> None:
    """Where nothing is near, the list is all there is to offer."""
    with pytest.raises(Refused) as refused:
        find_rule("zzz")
    assert str(refused.value) == "no rule 'zzz'; `campaign rules list` has them all"
