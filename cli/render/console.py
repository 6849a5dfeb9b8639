"""The console: Rich, but a closed pipe is the caller's business."""

from rich.console import Console


class PlainConsole(Console):
    """A console that does not end the program when whoever reads has had enough."""

    def on_broken_pipe(self) -> None:
        """Let the program say what that means."""
        raise BrokenPipeError
