"""The report in a real browser: opened, measured, looked at; skipped where there is none.

Chromium runs without a window and tells what its console says on stderr.
"""

import json
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason=f"no browser to open the report in: none of {', '.join(NAMES)}"
)
HOSTILE = "<script>document.title='owned'</script><img src=x onerror=alert(1)>"

# a page of ours that opens the report in a frame as wide as a screen, and writes down what it finds
LOOK = """<!DOCTYPE html><body style="margin:0"><pre id="found"></pre>
<iframe src="report.html" width="WIDTH" height="800" style="border:0"></iframe>
<script>
document.querySelector("iframe").onload = (event) => {
  const page = event.target.contentDocument, all = (what) => [...page.querySelectorAll(what)];
  const drawn = all("figure svg[role=img]").filter((svg) => svg.getBoundingClientRect().width > 0);
  const letters = drawn.flatMap((svg) => [...svg.querySelectorAll("text")].map((text) => {
    const box = text.getBoundingClientRect(), frame = svg.getBoundingClientRect();
    return {text: text.textContent, left: box.left - frame.left, right: frame.right - box.right,
            height: box.height};
  }));
  document.querySelector("#found").textContent = JSON.stringify({
    title: page.title,
    width: page.documentElement.scrollWidth,
    charts: drawn.map((svg) => svg.getAttribute("aria-label")),
    shapes: drawn.map((svg) => svg.querySelectorAll("path, polygon").length),
    letters: letters.filter((it) => it.text),
    scripts: all("script").length,
  });
};
</script>"""


def browse(folder: Path, page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER is not None
    command = [
        BROWSER,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--allow-file-access-from-files",
        "--enable-logging=stderr",
        f"--user-data-dir={folder / 'profile'}",
        *options,
        page.as_uri(),
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)


def console(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What the browser's console says."""
    return [line for line in done.stderr.splitlines() if "CONSOLE" in line]


@pytest.fixture
def report(alley: Any, tmp_path: Path) -> Path:
    """The report of a campaign with a name and a note that are markup."""
    alley.ok("add", "--", HOSTILE, "mortal", "stamina=2")
    alley.journal(
        "hit Veronica 8 lethal --by Kincaid",
        "hit Kincaid 2 aggravated",
        "advance 100 years",
    )
    alley.ok("note", "Kincaid", HOSTILE)
    alley.ok("note", "Kincaid", "x" * 3000)
    alley.ok("wear", "Kincaid", "y" * 100, "bashing=1", "helmet=1", "dexterity=2")
    alley.ok("report", "-o", "report.html")
    return tmp_path / "report.html"


def looked_at(report: Path, width: int) -> dict[str, Any]:
    look = report.with_name("look.html")
    look.write_text(LOOK.replace("WIDTH", str(width)), encoding="utf-8")
    done = browse(report.parent, look, "--window-size=1400,900", "--dump-dom")
    assert console(done) == []
    found = done.stdout.partition('<pre id="found">')[2].partition("</pre>")[0]
    seen: dict[str, Any] = json.loads(unescape(found))
    return seen


@pytest.mark.parametrize("width", [360, 390, 768, 1200])
def test_the_page_fits_its_screen(report: Path, width: int) -> None:
    """On a phone and on a desk: nothing sticks out, charts are drawn, and their letters are read."""
    seen = looked_at(report, width)
    assert seen["width"] <= width
    assert seen["charts"] == [
        *["Health: levels marked", "Pools"] * 2,
        "Health: levels marked",
    ]
    assert all(count > 10 for count in seen["shapes"])
    assert all(it["left"] >= -1 and it["right"] >= -1 for it in seen["letters"]), seen["letters"]
    assert min(it["height"] for it in seen["letters"]) > 9
    assert "1998-10-31" in [it["text"] for it in seen["letters"]]


def test_markup_in_a_name_is_not_run(report: Path) -> None:
    """The browser finds no script of a campaign's in the page."""
    seen = looked_at(report, 800)
    assert (seen["title"], seen["scripts"]) == ("The Alley, 2098-10-31 21:00:00", 0)


def test_the_console_is_silent(report: Path) -> None:
    """No error and no warning; and the policy of the page would stop what nobody escaped."""
    assert console(browse(report.parent, report, "--dump-dom")) == []
    broken = report.with_name("broken.html")
    text = report.read_text(encoding="utf-8")
    more = "<script>document.title='owned'</script><img src='https://example.org/x.png'></body>"
    broken.write_text(text.replace("</body>", more), encoding="utf-8")
    done = browse(report.parent, broken, "--dump-dom")
    assert len(console(done)) == 2
    assert "<title>owned" not in done.stdout


@pytest.mark.parametrize("size", ["500,2000", "1200,1600"])
def test_a_picture_of_it_is_not_blank(report: Path, size: str) -> None:
    """There is far more to see than on an empty page, and the track's colours are among it."""
    blank = report.with_name("blank.html")
    blank.write_text("<!DOCTYPE html>", encoding="utf-8")
    sizes = []
    for page in (blank, report):
        picture = report.with_name("picture.png")
        browse(report.parent, page, f"--window-size={size}", f"--screenshot={picture}")
        sizes.append(picture.stat().st_size)
        picture.unlink()
    assert sizes[1] > 5 * sizes[0]


def test_it_is_printed_on_few_pages(report: Path) -> None:
    """Each character begins a page, and the charts are on paper."""
    paper = report.with_name("report.pdf")
    browse(report.parent, report, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    pages = paper.read_bytes().count(b"/Type /Page\n") + paper.read_bytes().count(b"/Type /Page ")
    assert 3 <= pages <= 9
