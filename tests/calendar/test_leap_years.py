import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.calendar.leap_years import (
    ALWAYS,
    Recurrence,
    Tally,
    common,
    holds,
    read_years,
    recurrence,
    terms_of,
    written_years,
)

every = st.integers(1, 40)
recurrences = st.builds(recurrence, every, st.integers(-100, 100))
rules = st.lists(st.tuples(every, st.booleans(), st.integers(-99, 99)), min_size=1, max_size=5)


def rule(parts: list[tuple[int, bool, int]]) -> str:
    words = [
        f"{'' if taken or not n else 'not '}{e} from {f}" for n, (e, taken, f) in enumerate(parts)
    ]
    return "every " + ", ".join(words)


@pytest.mark.parametrize(
    ("text", "leap", "common_years"),
    [
        ("every 4", [4, 0, -4, 8], [1, 2, 3, -1, -5]),
        ("every 4, not 100, 400", [4, 2000, 1600, 0, -400], [1900, 100, -100, 1]),
        ("every 4 from 3", [3, 7, -1, -5], [0, 4, 8]),
        ("every 1, not 5", [1, 2, 3, 4, 6, -1], [0, 5, -5]),
        ("every 5, not 20, 60", [5, 60, 0, 65], [20, 40, 80]),
        ("every 30 from 2, 30 from 5", [2, 5, 32, -25], [1, 3, 30]),
        ("every 6, 4, not 4 from 1", [6, 4, 12], [1, 5, 2]),
    ],
)
def test_leap_years_of_a_rule(text: str, leap: list[int], common_years: list[int]) -> None:
    """The last item that names a year decides; what none names is no leap year."""
    items = read_years(text)
    assert all(holds(items, year) for year in leap)
    assert not any(holds(items, year) for year in common_years)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "every",
        "4",
        "every 4,",
        "every 4 not 100",
        "not 4",
        "every -4",
        "every 04",
        "every 4 from",
    ],
)
def test_what_is_no_rule(text: str) -> None:
    """A rule has one form only."""
    with pytest.raises(ValueError, match="no rule of years"):
        read_years(text)


@pytest.mark.parametrize("text", ["every 0", "every 4, not 0", "every 1000001"])
def test_intervals_have_bounds(text: str) -> None:
    """An interval of no years, or of more than anybody plays, is refused."""
    with pytest.raises(ValueError, match="an interval is from 1 to 1000000"):
        read_years(text)


def test_a_rule_of_too_many_overlaps_is_refused_at_once() -> None:
    """Primes overlap in every way there is: that is no calendar, and takes no time to say."""
    primes = [n for n in range(2, 140) if all(n % d for d in range(2, n))]
    with pytest.raises(ValueError, match="overlap in too many ways"):
        terms_of(read_years("every " + ", ".join(map(str, primes[:20]))))
    with pytest.raises(ValueError, match="items"):
        read_years("every " + ", ".join(["4"] * 41))


@given(rules)
def test_a_rule_is_written_as_it_is_read(parts: list[tuple[int, bool, int]]) -> None:
    """Reading what was written gives the same items."""
    items = read_years(rule(parts))
    assert read_years(written_years(items)) == items


@given(recurrences, recurrences)
def test_common_years(one: Recurrence, other: Recurrence) -> None:
    """The years in both are those that either names."""
    both = common(one, other)
    for year in range(-200, 200):
        named = year % one.every == one.residue and year % other.every == other.residue
        assert named == (both is not None and year % both.every == both.residue)


@given(rules, recurrences)
def test_terms_add_up_to_the_rule(parts: list[tuple[int, bool, int]], within: Recurrence) -> None:
    """The sum over the recurrences is 1 in leap years and 0 in others."""
    items = read_years(rule(parts))
    terms = terms_of(items, within)
    for year in range(-60, 60):
        told = sum(often for (n, r), often in terms.items() if year % n == r)
        assert told == (holds(items, year) and year % within.every == within.residue)


@given(
    st.dictionaries(recurrences, st.integers(0, 50), max_size=4),
    st.integers(1, 400),
    st.integers(-50, 50),
    st.integers(-(10**9), 10**9),
)
def test_a_tally_finds_the_year_again(
    terms: dict[Recurrence, int], always: int, origin: int, number: int
) -> None:
    """The year of an item is the one that begins before it and does not end before it."""
    tally = Tally({**terms, ALWAYS: terms.get(ALWAYS, 0) + always}, origin)
    assert tally.before(origin) == 0
    year = tally.year_of(number)
    assert tally.before(year) <= number < tally.before(year + 1)
