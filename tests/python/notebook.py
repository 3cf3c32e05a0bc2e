#!/usr/bin/env python3
"""docs/tutorial.ipynb runs from beginning to end and shows what it is kept with. --write: keeps what it shows now.

Cells tagged `times` show what they take, those tagged `drawn` what Graphviz makes: of these it counts that they show something.
"""
import os
import re
import sys

import common

PAGE = common.ROOT / "docs/tutorial.ipynb"


def executed(mw):
    """The notebook with its outputs as they are now."""
    import nbclient
    import nbformat
    book = nbformat.read(PAGE, as_version=4)
    os.environ.update(MAPWRIGHT_MW=mw, PYTHONPATH=str(common.ROOT / "python"), PYTHONDONTWRITEBYTECODE="1",
                      IPYTHONDIR=common.scratch(), PYDEVD_DISABLE_FILE_VALIDATION="1")
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(PAGE.parent)}}).execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)
    return book


def shown(cell):
    """What a cell shows: kinds with their text, without addresses of objects."""
    kinds = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and kinds and kinds[-1][0] == "stream": # where it is cut depends on time
            kinds[-1] = ("stream", kinds[-1][1] + output.text)
            continue
        data = {"stream": output.text} if output.output_type == "stream" else output.get("data", {})
        kinds += [(kind, re.sub(r" at 0x[0-9a-f]+", "", "".join(text))) for kind, text in sorted(data.items())]
    return kinds


def main():
    given = common.options()
    common.in_environment(given, "nbclient", "ipykernel", "pandas")
    import nbformat
    kept = nbformat.read(PAGE, as_version=4)
    try:
        now = executed(given.mw)
    except Exception as problem: # of nbclient: the cell with its traceback
        common.check(False, f"a cell fails: {problem}")
        common.end()
    if given.write:
        for cell in now.cells:
            if "drawn" in cell.metadata.get("tags", []): # Graphviz' picture is large, and another one elsewhere
                cell.outputs = []
        PAGE.write_text(nbformat.writes(now) + "\n")
        return
    for before, after in zip(kept.cells, now.cells, strict=True):
        if before.cell_type != "code":
            continue
        head = before.source.splitlines()[0]
        tags = before.metadata.get("tags", [])
        if "times" in tags or "drawn" in tags:
            common.check(shown(after), f"the cell '{head}' shows nothing")
        else:
            common.check(shown(before) == shown(after), f"the cell '{head}' shows\n{shown(after)}\nand is kept with\n{shown(before)}")
        if "drawn" in tags:
            common.check(any("<svg" in text for _, text in shown(after)), f"the cell '{head}' shows no picture")
    common.check(sum(c.cell_type == "code" for c in kept.cells) > 10, "the notebook has hardly a cell")
    common.end()


if __name__ == "__main__":
    sys.exit(main())
