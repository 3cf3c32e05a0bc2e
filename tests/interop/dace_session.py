"""DaCe as a process that stays: it is imported once for all that the checks ask of it.

Outside a virtual environment `Sessions` has a `Session` for each Python with DaCe that is asked
something. What DaCe says of a graph is kept by the JSON value of its file: what several checks ask
about, and what is written as it was read, is read once. Where DaCe's process ends, the graph or the
function is named, the check fails, and the next question gets a new process.

Inside, this file reads questions, one JSON value a line, and answers each with another.
"""

import argparse
import gc
import gzip
import hashlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

SKIPPED = 77


def is_long():
    return "MAPWRIGHT_LONG" in os.environ


def kept_builds():
    """Variables with which the C++ compiler's work on a text that it had before comes from the build's
    cache of kernels, also where CMake calls it for DaCe; none where there is no ccache, or no cache."""
    cache = os.environ.get("MAPWRIGHT_CACHE", "off")
    if cache == "off" or not shutil.which("ccache"):
        return {}
    cache = Path(cache).absolute()
    return {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
            "DACE_BUILD_CACHE_DIR": str(cache),  # what CMake found, and headers; not /dev/shm
            "CCACHE_DIR": str(cache / "ccache"), "CCACHE_MAXSIZE": "500M",
            # Folders of their own for every run lie below the one for temporary files.
            "CCACHE_BASEDIR": tempfile.gettempdir(), "CCACHE_NOHASHDIR": "1",
            "CCACHE_SLOPPINESS": "pch_defines,time_macros"}


# --- Inside a virtual environment ---------------------------------------------------------------


def judge(path, hashed):
    """What DaCe says of a graph; whatever it raises is its verdict."""
    import dace

    verdict = {"load": "ok", "seconds": None, "hash": None, "validate": "ok", "valid": True}
    try:
        start = time.perf_counter()
        sdfg = dace.SDFG.from_file(path)
        verdict["seconds"] = time.perf_counter() - start
        if hashed:
            verdict["hash"] = sdfg.hash_sdfg()
    except Exception as error:
        return dict(verdict, load=type(error).__name__, valid=None)
    try:
        sdfg.validate()
    except dace.sdfg.InvalidSDFGError as error:  # its str() may fail
        verdict.update(validate=type(error).__name__, valid=False,
                       why=error.message.splitlines()[0])
    except Exception as error:
        verdict.update(validate=type(error).__name__, valid=None,
                       why=f"{type(error).__name__} in DaCe's validation")
    return verdict


def keep_what_symbols_cost():
    """DaCe computes two tables anew for each symbol that it makes or writes, most of its time. They
    depend on nothing but the arguments here. The long mode leaves DaCe as it is."""
    from dace import dtypes, symbolic

    if not hasattr(symbolic, "_symbol_serializer_kwargs"):  # another release
        return
    make_table, make_arguments = dtypes.dtype_to_typeclass, symbolic._symbol_serializer_kwargs
    table, arguments = make_table(), {}

    def arguments_of(symbol, dtype):
        key = (symbol.name, dtype, dtype.to_string(), tuple(symbol.assumptions0.items()))
        if key not in arguments:
            arguments[key] = make_arguments(symbol, dtype)
        return arguments[key]

    dtypes.dtype_to_typeclass = lambda dtype=None: table if dtype is None else table[dtype]
    symbolic._symbol_serializer_kwargs = arguments_of


def answer(question):
    try:
        function = getattr(importlib.import_module(question["module"]), question["function"])
        return {"answer": function(*question["arguments"])}
    except Exception as error:
        return {"raised": f"{type(error).__name__}: {error}", "where": traceback.format_exc()}


def answer_apart(question):
    """In a process of its own: what it loads, sets and prints is gone with it, and its crash is an
    answer, too."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(writing, "w") as end:
                json.dump(answer(question), end)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as end:
        text = end.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        return json.loads(text)
    except ValueError:
        how = signal.Signals(-status).name if status < 0 else status
        return {"raised": f"ended with {how}", "where": ""}


def work():
    """Answers until there are no more questions."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what DaCe and compilers print is no answer
    warnings.simplefilter("ignore")
    import dace

    if not is_long():
        keep_what_symbols_cost()
    gc.freeze()  # the modules need not be looked through again and again
    gc.set_threshold(50_000, 20, 20)  # nor a graph while it is read
    print(json.dumps({"answer": dace.__version__}), file=answers, flush=True)
    for line in questions:
        question = json.loads(line)
        reply = (answer_apart if question["apart"] else answer)(question)
        print(json.dumps(reply), file=answers, flush=True)


# --- Outside ------------------------------------------------------------------------------------


class Raised(Exception):
    """What a function raised inside."""


class Ended(Exception):
    """The process ended instead of answering."""


def text_of(path):
    data = Path(path).read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def value_of(path):
    """Stands for what DaCe sees of a file: its JSON value, with the order of the keys."""
    text = text_of(path)
    try:
        text = json.dumps(json.loads(text)).encode()
    except ValueError:
        pass
    return hashlib.sha256(text).digest()


class Session:
    """DaCe in the virtual environment of a Python."""

    def __init__(self, python):
        self.python, self.process, self.folder, self.said = python, None, None, None
        self.version = ""
        self.known = {}  # (value of a file, whether hashed): verdict
        self.ended = 0  # questions that DaCe's process did not survive

    def start(self):
        self.folder = tempfile.TemporaryDirectory()  # DaCe leaves files where it runs
        self.said = open(Path(self.folder.name) / "said", "w+")
        environment = dict(os.environ, DACE_debugprint="0", PYTHONWARNINGS="ignore",
                           OMP_NUM_THREADS="2", PYTHONHASHSEED="0", **kept_builds())
        self.process = subprocess.Popen(
            [str(self.python), "-B", str(Path(__file__).resolve())], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.said, text=True, env=environment,
            cwd=self.folder.name)
        hello = self.process.stdout.readline()
        if not hello:
            sys.exit(f"DaCe does not start: {self.close()}")
        self.version = json.loads(hello)["answer"]

    def close(self):
        """The end of what it said."""
        if self.process is None:
            return ""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait()
        self.process.stdout.close()
        self.said.seek(0)
        text = f"ended with {status}: {self.said.read()[-2000:].strip()}"
        self.said.close()
        self.folder.cleanup()
        self.process = None
        return text

    def call(self, module, function, *arguments, apart=False):
        """The value of a function of one of these scripts inside; raises Raised or Ended."""
        if self.process is None:
            self.start()
        question = {"module": module, "function": function, "arguments": arguments,
                    "apart": apart}
        try:
            print(json.dumps(question), file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line.endswith("\n"):
            self.ended += 1
            text = self.close()
            print(f"DaCe ENDED in {function} of {arguments}: {text}"[:3000], flush=True)
            raise Ended("DaCe's process ended")
        reply = json.loads(line)
        if "raised" in reply:
            raise Raised(reply["raised"])
        return reply["answer"]

    def judge(self, path, hashed=False):
        """DaCe's verdict on a graph; with its hash, if asked for."""
        value = value_of(path)
        kept = self.known.get((value, hashed))
        if not kept and not hashed:
            kept = self.known.get((value, True))
            if kept and kept["load"] != "ok":  # it may be the hash that failed
                kept = None
        if kept:
            self.ended += "ended" in kept
            return kept
        try:
            verdict = self.call("dace_session", "judge", str(path), hashed)
        except Ended as end:
            verdict = {"load": str(end), "seconds": None, "hash": None, "validate": "ok",
                       "valid": None, "ended": True}
        self.known[value, hashed] = verdict
        return verdict


class Sessions:
    """Those of the Pythons that are asked something."""

    def __init__(self):
        self.by_python = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for session in self.by_python.values():
            session.close()

    def of(self, python):
        python = Path(python).absolute()
        return self.by_python.setdefault(python, Session(python))

    @property
    def ended(self):
        return sum(session.ended for session in self.by_python.values())


def run(script, arguments, sessions):
    """A check of a script: 0: all is as it should be, 1: not, 77: skipped. Arguments that it does
    not know are other scripts'."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    script.add_options(parser)
    options, _ = parser.parse_known_args(arguments)
    before = sessions.ended
    try:
        code = script.check(options, sessions)
    except SystemExit as end:
        print(end)
        code = 1
    except Exception:
        traceback.print_exc(file=sys.stdout)
        code = 1
    return 1 if sessions.ended > before else code


def main(script):
    """A script that is called by itself."""
    parser = argparse.ArgumentParser(description=script.__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    script.add_options(parser)
    parser.parse_args()
    with Sessions() as sessions:
        return run(script, sys.argv[1:], sessions)


if __name__ == "__main__":
    work()
