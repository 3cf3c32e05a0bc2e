"""The wheel: pure Python, or with the programs mw and mw-runner of the folder $MAPWRIGHT_PROGRAMS (tools/wheel)."""

import os
import platform
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

PROGRAMS = os.environ.get("MAPWRIGHT_PROGRAMS")


class Build(build_py):
    def run(self):
        super().run()
        for name in ("mw", "mw-runner") if PROGRAMS else ():
            target = Path(self.build_lib, "mapwright", "programs", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(PROGRAMS, name), target)


class Package(Distribution):
    def has_ext_modules(self):
        return bool(PROGRAMS)


commands = {"build_py": Build}
if PROGRAMS:
    from setuptools.command.bdist_wheel import bdist_wheel

    class Wheel(bdist_wheel):
        def get_tag(self):
            """For any Python 3 on this kind of machine."""
            return "py3", "none", f"{platform.system()}_{platform.machine()}".lower()

    commands["bdist_wheel"] = Wheel

setup(cmdclass=commands, distclass=Package)
