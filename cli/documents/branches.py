"""Documents of `branch`; those of `what-if` and `branch diff` are consequences."""

import msgspec

from cli.documents.events import Consequences
from cli.documents.values import Date


class BranchRow(msgspec.Struct, frozen=True):
    """A branch of the campaign.

    Attributes:
        current: whether commands go to it.
        parent: the branch that it has left; null for the first.
        forked_at: the number of the last event that both have; null likewise.
        position: the number of its last event.
    """

    name: str
    current: bool
    parent: str | None
    forked_at: int | None
    position: int
    clock: Date


class BranchMade(msgspec.Struct, frozen=True):
    """A new branch.

    Attributes:
        branch: its name.
        parent: the branch that it leaves.
        forked_at: the number of the last event that both have.
    """

    branch: str
    parent: str
    forked_at: int
    clock: Date


class BranchMeant(msgspec.Struct, frozen=True):
    """The branch that was switched to, or put away."""

    branch: str


class AdoptedCommand(msgspec.Struct, frozen=True):
    """A command of the branch that was recorded again.

    Attributes:
        command: its new id.
        source: its id on the branch.
    """

    command: str
    source: str = msgspec.field(name="from")
    line: str


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command of the branch that cannot be had here.

    Attributes:
        source: its id on the branch.
    """

    source: str = msgspec.field(name="from")
    line: str
    why: str


class Adoption(msgspec.Struct, frozen=True):
    """What became of the commands of a branch."""

    adopted: list[AdoptedCommand]
    refused: list[RefusedCommand]
    consequences: Consequences
