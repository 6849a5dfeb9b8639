import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from cli.main import main


class Answer(NamedTuple):
    """What a call of the program gave: exit code, standard output, standard error."""

    code: int
    out: bytes
    err: str


Call = Callable[..., Answer]

# Every verb of a vampire, and everything that changes what was recorded.
STORY = """\
init "The Alley" --start "1998-10-31 21:00" --set dusk=18:30 ; on Halloween
add Veronica vampire stamina=2 strength=1 humanity=7 willpower=3/6
add Kincaid vampire stamina=4 fortitude=1 humanity=5 blood=7/12
add "Mary Jane" vampire stamina=3 humanity=2 blood_max=30
[1998-10-31 22:00] hit Veronica --dice 8,6,7,9 --auto 2 bashing --soak-dice 3,8 --by Kincaid ; haymaker
[1998-10-31 22:00:03] hit Kincaid,Veronica 2 lethal --soak 1 ; both of them
hit Kincaid 3 --source claws --aimed head --attack 2
soak Kincaid --dice 9 --difficulty 7
knockdown Kincaid failure
spend Kincaid 1 blood --for "strength; twice"
gain Kincaid 1 willpower --from 'his "Nature"'
feed Kincaid 2
heal Kincaid 1
hit "Mary Jane" 2 aggravated --soak 0
rest "Mary Jane" 3d --activity light --heal-aggravated 1
wear Kincaid vest bashing=4 lethal=5 shield=yes levels=0,-1,inc
hit Kincaid 2 lethal --shield --soak-dice 8,3
repair Kincaid vest
remove Kincaid vest
set Veronica humanity=6 willpower=7
rule awakening_difficulty=7 combat_round_seconds=4
note Veronica "met; the \\"prince\\" -- 5=3 [sadly]" --note " padded "
story-end all --unsatisfying
torpor "Mary Jane"
advance --to 2060-01-01
wake "Mary Jane" --dice 8,9 --difficulty 6
feed Veronica 9 ; fed at last
rest Veronica 36h --complete
[1998-11-01 02:00] hit Veronica 1 lethal ; somebody remembers
soak Veronica 1 --note "her coat"
"""


@pytest.fixture
def call(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the program on a store, in this process."""
    monkeypatch.setenv("NO_COLOR", "1")

    def run(store: str, *arguments: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsysbinary.readouterr()
        code = 0
        try:
            main(["--db", store, *arguments])
        except SystemExit as done:
            code = int(done.code or 0)
        out, err = capsysbinary.readouterr()
        return Answer(code, out, err.decode())

    return run


@pytest.fixture
def told(call: Call) -> Callable[..., str]:
    """Run a journal on a store and give the store back."""

    def run(store: str, journal: str = STORY) -> str:
        answer = call(store, "run", "-", stdin=journal.encode())
        assert answer.code == 0, answer.err
        return store

    return run
