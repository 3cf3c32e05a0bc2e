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
        for broken in ("[x](no-such-page.md)", "[x](concepts.md#no-such-place)"):
            page = folder / "pages/concepts.md"
            text = page.read_text()
            page.write_text(text + "\n" + broken + "\n")
            check(not built(given.python, folder)[0], f"mkdocs takes {broken}")
            page.write_text(text)
    end()


if __name__ == "__main__":
    main()
