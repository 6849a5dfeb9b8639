"""Writing a campaign as an archive, from one moment of the store."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.errors import StoreUnusable
from ledger.moving.archive import commit_line, header_line
from ledger.moving.inspection import Watch, inspect_campaign, unwatched
from ledger.store import CampaignRow

if TYPE_CHECKING:
    from ledger.store.event_store import Reader


def archive_lines(
    reader: "Reader", campaign: CampaignRow, watch: Watch = unwatched
) -> Iterator[bytes]:
    """The lines of an archive of all branches; commits pass by and are not kept.

    Raises:
        StoreUnusable: at the first commit that is not as it was recorded.
    """
    branches = reader.branches(campaign)
    yield header_line(campaign.name, campaign.created_at, campaign.current_branch, branches)
    for passage in inspect_campaign(reader, campaign, watch):
        if passage.problems:
            raise StoreUnusable(
                f"the export ends here: {passage.problems[0]}\n`verify` says all that is amiss"
            )
        if passage.commit is not None:
            yield commit_line(passage.branch.name, passage.commit, passage.events)
