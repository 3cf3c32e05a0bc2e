"""An exported library where DaCe has one of its own builds."""

import ctypes
import time


class Library:
    """What DaCe's CompiledSDFG needs of a library. DaCe's own loader wants a stub library beside
    it, which its build makes; this one needs none. A library stays loaded once it is."""

    def __init__(self, file, program, wait=None):
        self._library_filename = str(file)
        self._program = program
        self._wait = wait  # to be called before a call may return
        self._clock = None
        self._dll = None

    def measure_into(self, array):
        """Where the seconds of each call go, for a library that has no such argument."""
        self._clock = array

    def load(self):
        if self._dll is None:
            self._dll = ctypes.CDLL(self._library_filename)

    def unload(self):
        pass

    def is_loaded(self):
        return self._dll is not None

    def get_symbol(self, name, restype=ctypes.c_int):
        try:
            function = self._dll[name]
        except AttributeError:
            raise KeyError(f"'{name}' is not in {self._library_filename}") from None
        function.restype = restype
        if name == f"__dace_init_{self._program}":
            return self._begun(function)
        return self._checked(function) if name == f"__program_{self._program}" else function

    def _begun(self, function):
        """DaCe does not notice that there is no handle."""
        function.restype = ctypes.c_void_p

        def begin(*arguments):
            handle = function(*arguments)
            if not handle:
                raise RuntimeError(f"{self._library_filename} refuses to begin with these values; "
                                   "it says why on standard error")
            return handle

        return begin

    def _checked(self, function):
        """DaCe ignores what its programs return; ours return a code where a call is refused."""
        error = self._dll[f"__mw_error_{self._program}"]
        error.restype = ctypes.c_char_p

        def call(handle, *arguments):
            start = time.perf_counter()
            if function(handle, *arguments) != 0:
                raise RuntimeError(f"{self._library_filename}: {error(handle).decode()}")
            if self._wait:
                self._wait()
            if self._clock is not None:
                self._clock[0] = time.perf_counter() - start

        return call
