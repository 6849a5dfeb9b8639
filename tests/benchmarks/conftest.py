"""The repository's root, from which the measures are imported, and what is measured."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))


@pytest.fixture
def timed(benchmark: Any) -> Any:
    """Time a measure, its preparation apart."""

    def run(measure: Any, rounds: int = 7) -> None:
        def prepare() -> None:
            measure.prepare()

        benchmark.extra_info["events"] = measure.units
        benchmark.pedantic(measure.run, setup=prepare, rounds=rounds, warmup_rounds=1)

    return run
