"""Graphs (SDFGs) from files, in a form that GT4Py's optimiser takes."""

import dace
import sympy


def read(file):
    """The SDFG of a file, as gt_auto_optimize() and DaCe's transformations need it.

    An expression that DaCe reads from JSON need not be equal to another one of the same text:
    SymPy compares the order in which a sum or a maximum holds its terms, and reading does not put
    them into SymPy's own. GT4Py's optimiser then takes equal sizes for different ones, and ends in
    an AssertionError where it splits a map. Here all terms are in SymPy's order.
    """
    return in_order(dace.SDFG.from_file(str(file)))


def in_order(sdfg):
    """Puts the terms of all sizes, subsets and ranges of an SDFG into SymPy's order, in place."""
    for one in sdfg.all_sdfgs_recursive():
        for data in one.arrays.values():
            _each_property(data)
        for state in one.states():
            for edge in state.edges():
                _each_property(edge.data)
            for node in state.nodes():
                if isinstance(node, dace.nodes.MapEntry):
                    _each_property(node.map)
                elif isinstance(node, dace.nodes.NestedSDFG):
                    node.symbol_mapping = _rebuilt(node.symbol_mapping)
    return sdfg


def _each_property(owner):
    """Of a descriptor, a memlet or a map: what holds expressions. Properties that DaCe computes
    from others (src_subset) are left to it."""
    for name in ("_shape", "_strides", "_total_size", "_offset", "_start_offset", "_volume",
                 "_subset", "_other_subset", "_range"):
        if hasattr(owner, name):
            setattr(owner, name, _rebuilt(getattr(owner, name)))


def _rebuilt(value):
    if isinstance(value, sympy.Basic):
        return value.func(*map(_rebuilt, value.args)) if value.args else value
    if isinstance(value, dict):
        return {key: _rebuilt(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_rebuilt, value))
    if isinstance(value, dace.subsets.SubsetUnion):
        value.subset_list = _rebuilt(value.subset_list)
    elif isinstance(value, dace.subsets.Range):
        value.ranges, value.tile_sizes = _rebuilt(value.ranges), _rebuilt(value.tile_sizes)
    return value
