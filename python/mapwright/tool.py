"""The program `mw`: where it is, and the structural hashes that it computes."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def find(given=None):
    """The path of mw: what is given, $MAPWRIGHT_MW, or the one on the search path."""
    asked = given or os.environ.get("MAPWRIGHT_MW") or "mw"
    found = shutil.which(asked)
    if not found:
        raise FileNotFoundError(
            f"the program '{asked}' is not there: name mw by attach(mw=...) or MAPWRIGHT_MW")
    return str(Path(found).absolute())


def hashes(mw, graphs):
    """The structural hashes of graphs (the bytes of .sdfgz files), in their order."""
    with tempfile.TemporaryDirectory(prefix="mapwright-") as folder:
        files = [Path(folder, f"{i}.sdfgz") for i in range(len(graphs))]
        for file, graph in zip(files, graphs, strict=True):
            file.write_bytes(graph)
        done = subprocess.run([mw, "hash", *map(str, files)], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise RuntimeError(f"mw hash: {done.stderr.strip()}")
        return [line.split()[0] for line in done.stdout.splitlines()]
