"""How often programs were called, in files that stand however a process ends."""

import atexit
import logging
import os
import socket

log = logging.getLogger("mapwright")

# As wide as any count, so that a file never has the end of an earlier one.
_FORM = '{{"calls": {:20d}}}\n'


def process():
    """A name of this process, for files that several write side by side."""
    return f"{socket.gethostname()}-{os.getpid()}"


class Count:
    """Calls of one program in this process, in its folder's calls-HOST-PID.json. Each call is
    written at once (a microsecond, into memory of the system), so that it counts also where the
    process is killed: batch systems end jobs by SIGTERM, then by SIGKILL."""

    def __init__(self, folder):
        self._folder = folder
        self._begin()

    def _begin(self):
        self.calls = 0
        self._process = os.getpid()
        self._file = None

    def add(self):
        if self._process != os.getpid():  # forked
            self._begin()
        if self._file is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._folder / f"calls-{process()}.json",
                                 os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o666)
        self.calls += 1
        os.pwrite(self._file, _FORM.format(self.calls).encode(), 0)


_counts = {}  # by folder
_captures = {}  # by folder: which call


def count(folder):
    """The one of this process, for all that load the program."""
    return _counts.setdefault(folder, Count(folder))


def expect_capture(folder, call):
    """Says when the process ends that the call has not come."""
    if call:
        _captures[folder] = call


@atexit.register
def _say_missing_captures():
    for folder, call in _captures.items():
        if not (folder / "captured-by").exists():
            log.warning("%s: call %d was to be captured, and this process ends after %d: nothing "
                        "is captured", folder.name, call, count(folder).calls)
