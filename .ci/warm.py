"""The same program, loaded once: a server that forks for every call, and the client that asks it.

A thousand short calls would spend most of their time on loading the program anew.

    warm.py serve SOCKET       loads the program and waits for calls
    warm.py SOCKET ARGUMENTS   is `campaign ARGUMENTS`, with its own streams, folder and environment
"""

import array
import json
import os
import signal
import socket
import sys

STREAMS = (0, 1, 2)


def call(where: str, arguments: list[str]) -> int:
    """Have a fork of the server do what `campaign` would do; its exit code."""
    said = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(where)
        streams = array.array("i", STREAMS)
        server.sendmsg([b"."], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
        server.sendall(json.dumps(said).encode() + b"\n")
        code = server.recv(16)
    return int(code or b"70")  # it ended without a word


def serve(where: str) -> None:
    """Load everything that a command may need, then fork for every call."""
    import alembic.command  # noqa: F401
    import sqlalchemy.dialects.sqlite  # noqa: F401

    import cli.main
    import ledger.moving.importing
    import ledger.service
    import ledger.whatif  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(where)
        server.listen(64)
        while True:
            caller, _ = server.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                server.close()
                answer(caller, cli.main.main)
            caller.close()


def answer(caller: socket.socket, main: object) -> None:
    """Be the program for one call."""
    _, streams, _, _ = socket.recv_fds(caller, 1, len(STREAMS))
    with caller.makefile("rb") as letter:
        said = json.loads(letter.readline())
    for stream, number in zip(streams, STREAMS, strict=True):
        os.dup2(stream, number)
    os.chdir(said["folder"])
    os.environ.clear()
    os.environ.update(said["environment"])
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)
    sys.argv = ["campaign", *said["arguments"]]
    try:
        code = main() or 0  # type: ignore[operator]
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0 if done.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):
            pass
    caller.sendall(str(code).encode())
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(sys.argv[2])
    sys.exit(call(sys.argv[1], sys.argv[2:]))
