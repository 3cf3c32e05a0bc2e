"""Arguments that a program does not get when it is called, for they are compiled in: GT4Py's static
arguments (`program.compile(vertical_end=[10])`, icon4py's horizontal_sizes, variants, ...)."""

import json

from gt4py.next.otf import arguments as gtx_arguments


def bound_arguments(inp):
    """What GT4Py's translation step was given, by name: {"vertical_end": 10, "limited_area": True}.
    Of a tuple with elements that are not bound these are None."""
    context = inp.args.argument_descriptor_contexts.get(gtx_arguments.StaticArg, {})
    values = {name: _value(descriptor) for name, descriptor in context.items()}
    return {name: value for name, value in values.items() if _is_bound(value)}


def _value(descriptor):
    if isinstance(descriptor, (tuple, list)):
        return [_value(element) for element in descriptor]
    value = getattr(descriptor, "value", None)
    if isinstance(value, (tuple, list)):
        return list(value)
    return value.item() if hasattr(value, "item") else value


def _is_bound(value):
    return any(map(_is_bound, value)) if isinstance(value, list) else value is not None


def noted_in(graph, bound):
    """A graph as JSON with a note of them, which DaCe leaves alone and `mw` reads."""
    return graph | {"mapwright": {"bound": bound}} if bound else graph


def as_text(bound):
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in bound.items())
