"""Whether somebody sees colours, and whether a long answer goes through a pager."""

from collections.abc import Mapping

NO_PAGER = ("", "cat")  # what PAGER says to those who want none


def has_color(flag: str, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether an answer has colour: by the flag, else NO_COLOR, else FORCE_COLOR, else a terminal."""
    if flag != "auto":
        return flag == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return terminal and environment.get("TERM") != "dumb"


def has_pager(flag: bool, environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether a long answer goes through a pager: only on a terminal, and not where it is declined."""
    return flag and terminal and environment.get("PAGER", "less").strip() not in NO_PAGER
