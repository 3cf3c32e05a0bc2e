"""Mapwright in icon4py's back ends.

icon4py names a back end by a dictionary of options (or a device), of which
`model_options.customize_backend` makes a GT4Py back end for each program, with the program's own
options (hooks, unrolled scans, unit strides, block sizes). That happens inside `setup_program`, so
that it is the result of this function that is to be wrapped: a wrapped back end that icon4py is
given instead of a dictionary runs without those options, and nothing says so.
"""

import functools
import importlib
import logging

from mapwright.attachment import Attachment, is_attached, is_dace

log = logging.getLogger("mapwright")


class AttachedIcon4py:
    """Ends by detach(), or with the `with` statement that it is given to."""

    def __init__(self, options, customize):
        self._options = options
        self._own = customize

    def detach(self):
        """Programs that are set up from now on are icon4py's own again."""
        self._options.customize_backend = self._own

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.detach()


def attach_icon4py(**options):
    """Wraps the back end of every program that icon4py sets up from now on; options: attach()'s.

    To be called before the model is set up (`setup_program`, Diffusion(...), SolveNonhydro(...)),
    which goes on naming icon4py's own back ends ("dace_cpu", {"device": ...}, ...). Programs of
    other back ends than DaCe are left alone, and the log says so. A second call takes the place of
    the first.
    """
    attachment = Attachment.of(**options)
    model_options = _model_options()
    own = getattr(model_options.customize_backend, "_mapwright_own",
                  model_options.customize_backend)

    @functools.wraps(own)
    def customize_backend(program, backend):
        made = own(program, backend)
        if is_attached(made):  # by attach(), of a GT4Py back end that icon4py was given
            return made
        if is_dace(made):
            return attachment.to(made)
        log.warning("%s: its back end '%s' is none of DaCe, and is left alone",
                    getattr(program, "__name__", "a program"),
                    getattr(made, "name", "embedded"))
        return made

    customize_backend._mapwright_own = own
    model_options.customize_backend = customize_backend
    return AttachedIcon4py(model_options, own)


def _model_options():
    try:
        module = importlib.import_module("icon4py.model.common.model_options")
    except ImportError as error:
        raise ImportError("attach_icon4py() is for icon4py 0.4 and newer, whose package "
                          "icon4py-common cannot be imported here") from error
    for name in ("customize_backend", "setup_program"):
        if not callable(getattr(module, name, None)):
            raise ImportError(f"{module.__name__} has no '{name}' as icon4py 0.4.1 has it: wrap the "
                              "back end of each program by mapwright.attach() instead")
    return module
