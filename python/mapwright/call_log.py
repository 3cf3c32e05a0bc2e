"""The calls of one time step in their order: what is one memory, what is passed, and what changed
in between. `mw pipeline sequence` makes a sequence of it.

  with mapwright.log_calls("saved/step"):
      diffusion.run(...)

writes into the folder

  calls.json   of each call the saved program's folder, where it was called from, scalars, and for
               each field the number of its memory; of each memory its type, shape and first values
  m0.npy, ...  what a memory held when a program was first called with it
"""

import hashlib
import io
import logging
import os
import sys
from pathlib import Path

import numpy

from mapwright import memory

log = logging.getLogger("mapwright")
VERSION = 1

_running = None  # the log of this process


def running():
    return _running if _running is not None and _running.process == os.getpid() else None


class log_calls:
    """While it is entered, programs that attach(save=...) saves add their calls to it. A log costs
    copies of all fields before and after each call."""

    def __init__(self, folder):
        self.folder = Path(folder).absolute()

    def __enter__(self):
        global _running
        if _running is not None:
            raise RuntimeError(f"calls are logged into '{_running.folder}' already")
        self.folder.mkdir(parents=True, exist_ok=True)
        _running = CallLog(self.folder)
        return _running

    def __exit__(self, kind, *_):
        global _running
        finished, _running = _running, None
        if kind is None:
            finished.write()


def on_host(array):
    """A copy, from wherever the array lies."""
    return numpy.array(array.get() if hasattr(array, "get") else array)


def digest(array):
    return hashlib.blake2b(numpy.ascontiguousarray(on_host(array)).tobytes()).digest()


def npy(array):
    file = io.BytesIO()
    numpy.save(file, on_host(array))
    return file.getvalue()


class Seen:
    """A memory that some program was called with. The array is held, so that no other one gets its
    address."""

    def __init__(self, number, array, described, argument):
        self.number, self.array, self.memory = number, array, described
        self.argument, self.known = argument, None

    def changed(self):
        return self.known is not None and digest(self.array) != self.known

    def remember(self):
        self.known = digest(self.array)

    def json(self):
        return {"file": f"m{self.number}.npy", "argument": self.argument,
                "shape": list(self.memory.shape), "dtype": numpy.dtype(self.memory.type).name}


class CallLog:
    def __init__(self, folder):
        self.folder, self.process = folder, os.getpid()
        self._calls, self._seen = [], {}

    def before(self, program, values):
        """`program`: its folder; `values`: all arguments by name. To be called before the call."""
        fields = {name: value for name, value in values.items()
                  if hasattr(value, "shape") and len(value.shape) > 0}
        seen = {name: self._find(name, array) for name, array in sorted(fields.items())}
        self._calls.append({
            "program": os.path.relpath(program, self.folder),
            "where": caller(),
            "symbols": {name: value.item() if hasattr(value, "item") else value
                        for name, value in sorted(values.items()) if name not in fields},
            "arrays": {name: one.number for name, one in seen.items()},
            "changed": sorted({one.number for one in seen.values() if one.changed()})})
        return list(seen.values())

    @staticmethod
    def after(seen):
        for one in seen:
            one.remember()

    def _find(self, name, array):
        described = memory.memory_of(array)
        empty = 0 in described.shape
        steps = tuple(s for n, s in zip(described.shape, described.strides) if n > 1)
        key = (described.address, tuple(described.shape), steps, described.type, described.place,
               name if empty else "")
        if key not in self._seen:
            one = self._seen[key] = Seen(len(self._seen), array, described, name)
            write_file(self.folder / one.json()["file"], npy(array))
        return self._seen[key]

    def write(self):
        import json

        if not self._calls:
            log.warning("%s: no program was called that attach(save=...) saves: nothing is logged",
                        self.folder)
            return
        seen = list(self._seen.values())
        write_file(self.folder / "calls.json", (json.dumps({
            "version": VERSION,
            "calls": self._calls,
            "arrays": [one.json() for one in seen],
            "changed": [one.number for one in seen if one.changed()],
            "overlap": [[a.number, b.number] for i, a in enumerate(seen) for b in seen[i + 1:]
                        if a.memory.place == b.memory.place and memory.share(a.memory, b.memory)],
        }, indent=1) + "\n").encode())


def write_file(file, content):
    from mapwright.saving import write

    write(file, content)


_INSIDE = ("gt4py", "mapwright", "dace", "functools", "contextlib")


def caller():
    """The place in the model that calls: "diffusion.py:812 in _do_diffusion_step"."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.partition(".")[0] not in _INSIDE:
            return (f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno} in "
                    f"{frame.f_code.co_name}")
        frame = frame.f_back
    return ""
