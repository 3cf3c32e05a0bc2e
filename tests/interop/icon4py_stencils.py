"""icon4py's own definitions of two stencils on a torus, with its own way to set programs up."""

import gt4py.next as gtx
import numpy
from icon4py.model.atmosphere.diffusion.stencils.apply_diffusion_to_vn import apply_diffusion_to_vn
from icon4py.model.atmosphere.diffusion.stencils.calculate_nabla4 import calculate_nabla4
from icon4py.model.common import dimension as dims, model_backends, model_options

COLUMNS, ROWS, LEVELS = 8, 6, 10
VERTICES, EDGES = COLUMNS * ROWS, 3 * COLUMNS * ROWS

EDGE, VERTEX, K = dims.EdgeDim, dims.VertexDim, dims.KDim
EDGE_K, VERTEX_K = ((EDGE, K), (EDGES, LEVELS)), ((VERTEX, K), (VERTICES, LEVELS))
NORMAL = ((EDGE, dims.E2C2VDim), (EDGES, 4))
OF_EDGES, OF_LEVELS = ((EDGE,), (EDGES,)), ((K,), (LEVELS,))


def edge_to_vertices():
    """E2C2V of a torus of triangles: an edge's ends, then the vertices across it."""

    def vertex(column, row):
        return row % ROWS * COLUMNS + column % COLUMNS

    table = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            east, north = vertex(column + 1, row), vertex(column, row + 1)
            here = vertex(column, row)
            table.append((here, east, north, vertex(column + 1, row - 1)))
            table.append((here, north, east, vertex(column - 1, row + 1)))
            table.append((east, north, here, vertex(column + 1, row + 1)))
    return numpy.array(table, dtype=numpy.int32)


class Stencil:
    """A program with made-up fields; `output`: the field that it changes."""

    def __init__(self, program, output, fields, constants=None, sizes=None):
        self.program, self.name, self.output = program, program.__name__, output
        self.constants = constants or {}
        self.sizes = sizes or {}
        numbers = numpy.random.default_rng(1)
        self.given = {name: numbers.random(shape) for name, (_, shape) in fields.items()}
        self._dimensions = {name: dimensions for name, (dimensions, _) in fields.items()}

    def run(self, backend, times=1):
        """The output after the last of several calls, each of which begins with the same fields."""
        call = model_options.setup_program(
            program=self.program, backend=backend, constant_args=self.constants,
            horizontal_sizes={"horizontal_start": gtx.int32(0),
                              "horizontal_end": gtx.int32(EDGES)} | self.sizes,
            vertical_sizes={"vertical_start": gtx.int32(0), "vertical_end": gtx.int32(LEVELS)},
            offset_provider={"E2C2V": gtx.as_connectivity(
                [EDGE, dims.E2C2VDim], VERTEX, edge_to_vertices())})
        for _ in range(times):
            fields = {name: gtx.as_field(self._dimensions[name], array)
                      for name, array in self.given.items()}
            call(**fields)
        return fields[self.output].asnumpy()

    def bound(self):
        """What setup_program compiles in."""
        return {"horizontal_start": 0, "horizontal_end": EDGES, "vertical_start": 0,
                "vertical_end": LEVELS} | {
            name: value.item() if hasattr(value, "item") else value
            for name, value in (self.constants | self.sizes).items()}


_WIND = {"u_vert": VERTEX_K, "v_vert": VERTEX_K, "primal_normal_vert_v1": NORMAL,
         "primal_normal_vert_v2": NORMAL, "z_nabla2_e": EDGE_K,
         "inv_vert_vert_length": OF_EDGES, "inv_primal_edge_length": OF_EDGES}


def stencils():
    return [
        Stencil(calculate_nabla4, "z_nabla4_e2", _WIND | {"z_nabla4_e2": EDGE_K}),
        Stencil(apply_diffusion_to_vn, "vn",
                _WIND | {"area_edge": OF_EDGES, "kh_smag_e": EDGE_K, "diff_multfac_vn": OF_LEVELS,
                         "nudgecoeff_e": OF_EDGES, "vn": EDGE_K},
                constants={"nudgezone_diff": 0.25, "fac_bdydiff_v": 0.5, "limited_area": True},
                sizes={"start_2nd_nudge_line_idx_e": gtx.int32(40)}),
    ]


def backend():
    """The dictionary by which icon4py's users name the back end."""
    return model_backends.BACKENDS["dace_cpu"]


def nabla4(given):
    """The equation of calculate_nabla4 in NumPy (Zaengl et al. 2015, fourth-order diffusion)."""
    ends = edge_to_vertices()
    wind = [given["u_vert"][ends[:, n]] * given["primal_normal_vert_v1"][:, n, None]
            + given["v_vert"][ends[:, n]] * given["primal_normal_vert_v2"][:, n, None]
            for n in range(4)]
    twice = 2.0 * given["z_nabla2_e"]
    return 4.0 * ((wind[2] + wind[3] - twice) * given["inv_vert_vert_length"][:, None] ** 2
                  + (wind[0] + wind[1] - twice) * given["inv_primal_edge_length"][:, None] ** 2)
