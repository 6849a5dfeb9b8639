"""The documents of `-O json`: which command prints which, as types.

They are what the page `docs/json.md` and the JSON schema beside it are made from, and every test of the
command line compares what is printed with them. A script in Python can read with them, too:
`msgspec.json.decode(text, type=DOCUMENTS["status"])`.

A further command gets a class beside those here, with a docstring that says what its keys mean, and a
line in `DOCUMENTS`.
"""

from collections.abc import Mapping
from typing import Any

from cli.documents.almanac import CalendarDay, CalendarPages, Converted, TimeBetween
from cli.documents.branches import Adoption, BranchMade, BranchMeant, BranchRow
from cli.documents.events import Consequences, DueRow, EventRow, Receipt
from cli.documents.lists import (
    BackedUp,
    CampaignRow,
    CharacterRow,
    CommandRow,
    Course,
    Explanation,
    Imported,
    JournalRun,
    Revision,
    RuleRow,
    StoreLocation,
    StoreStatus,
    Upgraded,
)
from cli.documents.sheets import Status
from cli.documents.summaries import Report, Statistics
from cli.verbs import VERBS

DOCUMENTS: Mapping[str, Any] = {
    "status": Status,
    "history": list[EventRow],
    "due": list[DueRow],
    "explain": Explanation,
    "timeline": list[Course],
    "characters": list[CharacterRow],
    "campaigns": list[CampaignRow],
    "log": list[CommandRow],
    "stats": Statistics,
    "report": Report,
    "what-if": Consequences,
    "branch list": list[BranchRow],
    "branch create": BranchMade,
    "branch switch": BranchMeant,
    "branch diff": Consequences,
    "branch adopt": Adoption,
    "branch delete": BranchMeant,
    "rules list": list[RuleRow],
    "rules show": RuleRow,
    **dict.fromkeys(("init", *VERBS, "amend"), Receipt),
    "run": JournalRun,
    "import": Imported,
    "backup": BackedUp,
    "calendar show": CalendarPages,
    "calendar day": CalendarDay,
    "calendar between": TimeBetween,
    "calendar convert": Converted,
    "db status": StoreStatus,
    "db path": StoreLocation,
    "db current": Revision,
    "db upgrade": Upgraded,
}
# commands without a document: they print nothing, text, or files in formats of their own
WITHOUT = frozenset(
    {
        *("demo", "assert", "export", "verify", "rebuild", "shell", "completion"),
        *("calendar import", "calendar export", "calendar schema", "calendar example"),
    }
)
