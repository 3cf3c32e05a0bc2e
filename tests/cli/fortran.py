"""Calls a library through the module that mw export wrote, and compares with what mw run did.

  fortran.py LIBRARY INPUTS.npz OUTPUTS.npz

Exit code 77 where there is no gfortran.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from loaded import expect, read


def main(library, inputs, outputs):
    compiler = shutil.which("gfortran")
    if not compiler:
        print("gfortran is not there")
        return 77
    here, library = Path(__file__).resolve().parent, Path(library)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, plain in read(inputs).items():
            extents = struct.pack("<qq", *(*plain.shape, 1)[:2])
            (folder / f"{name}.raw").write_bytes(extents + plain.tobytes())
        built = subprocess.run(
            [compiler, "-std=f2018", "-O0", "-Wall", "-Werror", "-fcheck=bounds", "-o", "steps",
             str(library.with_suffix(".f90")), str(here / "steps.f90"), str(library),
             f"-Wl,-rpath,{library.parent}"], cwd=folder, capture_output=True, text=True)
        if built.returncode:
            sys.exit(f"FAILED: {built.stderr[:3000]}")
        ran = subprocess.run(["./steps"], cwd=folder, capture_output=True, text=True,
                             env=dict(os.environ, OMP_WAIT_POLICY="passive"))
        print(ran.stdout, ran.stderr)
        expect(ran.returncode == 0, "the Fortran program ends well")
        for name, plain in read(outputs).items():
            for file in (name, *(("wide_" + name,) if name != "theta_new" else ())):
                expect((folder / f"{file}.out").read_bytes() == plain.tobytes(),
                       f"{file} is what mw run has")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
