#!/usr/bin/env python3
"""mkdocs makes the site, and finds no link, anchor or page that is not there; a broken one ends it."""
import os
import pathlib
import subprocess
import tempfile

from checks import check, end, options, skip

import pages


def built(python, folder):
    """Whether mkdocs makes a site of the pages in the folder, and what it says."""
    done = subprocess.run([python, "-m", "mkdocs", "build", "--strict", "-f", folder / "mkdocs.yml"],
                          capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    return done.returncode == 0, done.stdout + done.stderr


def main():
    given = options()
    if not pathlib.Path(given.python).exists():
        skip("mkdocs is not installed (tools/setup --venv)")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        pages.bring(given.mw, folder, draw=False)
        made, said = built(given.python, folder)
        check(made, said)
        check((folder / "site/index.html").exists() and (folder / "site/search/search_index.json").exists(), "there is no site")
        # Both at once: each is a warning of its own, and a strict build ends by any.
        page = folder / "pages/concepts.md"
        page.write_text(page.read_text() + "\n[x](no-such-page.md)\n[x](concepts.md#no-such-place)\n")
        made, said = built(given.python, folder)
        check(not made, "mkdocs takes links that lead nowhere")
        warnings = [line for line in said.splitlines() if line.startswith("WARNING")]
        for broken in ("no-such-page.md", "#no-such-place"):
            check(any(broken in line for line in warnings), f"mkdocs does not name {broken}: {said[-500:]}")
    end()


if __name__ == "__main__":
    main()
