"""Rebuilding what is kept twice: where branches end, which their commits say too."""

from typing import TYPE_CHECKING

import msgspec

from ledger.errors import StoreUnusable
from ledger.moving.inspection import Watch, inspect_campaign, unwatched
from ledger.store import BranchRow, CampaignRow
from ledger.store.audit import Link

if TYPE_CHECKING:
    from ledger.store.event_store import Writer


class Rebuilt(msgspec.Struct, frozen=True):
    """A branch whose end was put right: its row before and after."""

    before: BranchRow
    after: BranchRow


def rebuild_heads(
    writer: "Writer", campaign: CampaignRow, watch: Watch = unwatched
) -> list[Rebuilt]:
    """Let every branch of a campaign end where its last commit does; what was put right.

    Raises:
        StoreUnusable: when a commit is not as it was recorded; then nothing is rebuilt.
    """
    for branch in writer.branches(campaign):
        writer.lock(branch)
    wrong: list[tuple[BranchRow, Link]] = []
    for passage in inspect_campaign(writer, campaign, watch):
        if passage.end is None and passage.problems:
            raise StoreUnusable(
                f"nothing can be rebuilt from what is damaged: {passage.problems[0]}\n"
                "`verify` says all that is amiss; restore the store from a backup"
            )
        if passage.end is not None and passage.problems:
            wrong.append((passage.branch, passage.end))
    return [
        Rebuilt(branch, writer.restore_head(branch, end.position, end.number, end.digest))
        for branch, end in wrong
    ]
