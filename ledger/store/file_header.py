"""How SQLite's files begin, read without harm to the connections that this process has.

When a process closes any descriptor of a file, POSIX takes away all locks that it has on it.
Another process would then think itself the last one, and remove the log into which connections
of this one go on writing. So nobody here opens a file that is held.
"""

from collections import Counter
from pathlib import Path
from threading import Lock

MAGIC = b"SQLite format 3\0"
ENDINGS = ("-wal", "-shm", "-journal")
LENGTH = len(MAGIC) + 2  # with the size of a page, of two bytes

_held: Counter[tuple[int, int]] = Counter()  # by device and number, for a file has many names
_guard = Lock()


def hold(path: Path) -> tuple[int, int]:
    """From now on a connection has the file open; what `release` wants to be given."""
    status = path.stat()
    with _guard:
        _held[status.st_dev, status.st_ino] += 1
    return status.st_dev, status.st_ino


def release(held: tuple[int, int]) -> None:
    """The connection is closed."""
    with _guard:
        _held[held] -= 1
        if not _held[held]:
            del _held[held]


def is_held(path: Path) -> bool:
    """Whether a connection of this process has the file open: then it is SQLite's.

    Raises:
        OSError: when there is no such file, or nobody may ask.
    """
    status = path.stat()
    with _guard:
        return (status.st_dev, status.st_ino) in _held


def belongs_to_store(place: str) -> bool:
    """Whether a file is SQLite's, or the log or index that belongs to one."""
    # first the store's own file: its index, too, must not be opened
    owners = [place.removesuffix(ending) for ending in ENDINGS if place.endswith(ending)]
    for path in map(Path, [*owners, place]):
        try:
            if path.is_file() and (is_held(path) or header_of(path)[: len(MAGIC)] == MAGIC):
                return True
        except (OSError, ValueError):
            continue  # who writes to it hears what is wrong
    return False


def header_of(path: Path) -> bytes:
    """The first bytes of a file that is not held, fewer of a shorter one."""
    with path.open("rb") as file:
        return file.read(LENGTH)
