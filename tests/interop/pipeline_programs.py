"""A program in GT4Py's own syntax, for pipeline.py: diffusion of second order (a reduction over
neighbours, twice), then a scan over the levels of what came out."""

import gt4py.next as gtx
from gt4py.next import float64, int32, neighbor_sum

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
C2E2CDim = gtx.Dimension("C2E2C", kind=gtx.DimensionKind.LOCAL)
C2E2C = gtx.FieldOffset("C2E2C", source=Cell, target=(Cell, C2E2CDim))
CellK = gtx.Field[gtx.Dims[Cell, K], float64]
Weights = gtx.Field[gtx.Dims[Cell, C2E2CDim], float64]


@gtx.field_operator
def laplacian(psi: CellK, weights: Weights) -> CellK:
    return neighbor_sum(psi(C2E2C) * weights, axis=C2E2CDim) - 3.0 * psi


@gtx.field_operator
def diffused(psi: CellK, weights: Weights, kappa: float64) -> CellK:
    return psi - kappa * laplacian(laplacian(psi, weights), weights)


@gtx.field_operator
def diffused_once(psi: CellK, weights: Weights, kappa: float64) -> CellK:
    return psi + kappa * laplacian(psi, weights)


@gtx.scan_operator(axis=K, forward=True, init=0.0)
def gathered(above: float64, here: float64, decay: float64) -> float64:
    return decay * above + here


@gtx.program
def diffuse_column(psi: CellK, weights: Weights, kappa: float64, decay: float64, psi_new: CellK,
                   column: CellK, horizontal_start: int32, horizontal_end: int32,
                   vertical_end: int32):
    diffused(psi, weights, kappa, out=psi_new,
             domain={Cell: (horizontal_start, horizontal_end), K: (0, vertical_end)})
    gathered(psi_new, decay, out=column,
             domain={Cell: (horizontal_start, horizontal_end), K: (0, vertical_end)})


original = diffuse_column


@gtx.program
def diffuse_column(psi: CellK, weights: Weights, kappa: float64, decay: float64, psi_new: CellK,
                   column: CellK, horizontal_start: int32, horizontal_end: int32,
                   vertical_end: int32):
    diffused_once(psi, weights, kappa, out=psi_new,
                  domain={Cell: (horizontal_start, horizontal_end), K: (0, vertical_end)})
    gathered(psi_new, decay, out=column,
             domain={Cell: (horizontal_start, horizontal_end), K: (0, vertical_end)})


changed = diffuse_column  # the same name and arguments, another source
