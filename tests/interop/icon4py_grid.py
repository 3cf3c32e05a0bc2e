#!/usr/bin/env python3
"""icon4py's GridManager loads the grid files that `mw grid -o` writes, and finds the zones, sizes,
areas and orientations in them that it works out itself. Needs a virtual environment with
icon4py-common and netCDF4 (tools/setup --venvs); exit code 77 without.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

GRIDS = ("torus:8,6,10", "icosahedral:R02B02,10", "limited:R02B03,35,10",
         "limited:R02B03,35,10,numbering=hilbert")

LOAD = '''
import importlib.metadata, sys
import netCDF4, numpy
from icon4py.model.common import dimension as dims
from icon4py.model.common.grid import grid_manager, gridfile, horizontal, vertical
from icon4py.model.common.grid import icon

def check(what, holds):
    if not holds:
        sys.exit(f"FAILED {file}: {what}")

for file in sys.argv[1:]:
    manager = grid_manager.GridManager(file, vertical.VerticalGridConfig(num_levels=10))
    manager(allocator=None, keep_skip_values=True)
    grid, data = manager.grid, netCDF4.Dataset(file)
    torus = grid.grid_params.geometry_type == icon.GeometryType.TORUS
    limited = "limited" in file
    check("limited area", grid.config.limited_area == limited)
    for name, dim, count in (("c", dims.CellDim, grid.num_cells), ("e", dims.EdgeDim, grid.num_edges),
                             ("v", dims.VertexDim, grid.num_vertices)):
        starts, ends = (data[f"{which}_idx_{name}"][0] for which in ("start", "end"))
        check(f"zones of {name}", len(starts) == {"c": 14, "e": 24, "v": 13}[name])
        for domain in horizontal.get_domains_for_dim(dim):
            zone, at = domain.zone, horizontal._map_zone_to_icon_array_index(dim, domain.zone)
            mine = (int(starts[at]) - 1, int(ends[at]))
            theirs = (int(grid.start_index(domain)), int(grid.end_index(domain)))
            if theirs[0] >= theirs[1]: # an empty zone, which stands somewhere
                check(f"{dim.value} {zone}: {mine} is empty", mine[0] >= mine[1])
            elif zone not in (horizontal.Zone.LOCAL, horizontal.Zone.END):
                check(f"{dim.value} {zone}: {mine} is {theirs}", mine == theirs)
            else: # in a file, levels of halos begin behind the last element and end with it
                check(f"{dim.value} {zone}: {mine} ends as {theirs}", mine[1] == theirs[1] == count)
    get = lambda name: manager.geometry_fields[name].asnumpy()
    e2v, e2c, c2e, v2e = (grid.get_connectivity(name).asnumpy() for name in ("E2V", "E2C", "C2E", "V2E"))
    tangents, normals, around = (get(name) for name in (
        "edge_system_orientation", "orientation_of_normal", "edge_orientation"))
    check("values of orientations", set(numpy.unique(tangents)) <= {-1, 1})
    # what ICON's operators need of them: no flow through a closed surface ...
    outwards = numpy.zeros((grid.num_edges, 2))
    for side in range(3):
        for which in range(2):
            numpy.add.at(outwards[:, which], c2e[:, side],
                         numpy.where(e2c[c2e[:, side], which] == numpy.arange(grid.num_cells),
                                     normals[:, side], 0))
    check("normals lead from the first cell to the second",
          (outwards[:, 0] == (e2c[:, 0] >= 0)).all() and (outwards[:, 1] == numpy.where(e2c[:, 1] >= 0, -1, 0)).all())
    # ... and none around a gradient
    value = numpy.sin(numpy.arange(grid.num_vertices))
    along = (value[e2v[:, 1]] - value[e2v[:, 0]]) * tangents
    ends = numpy.zeros((grid.num_vertices, 2))
    for i in range(v2e.shape[1]):
        inside = v2e[:, i] >= 0
        away = numpy.where(e2v[v2e[:, i], 0] == numpy.arange(grid.num_vertices), 1, -1)
        check("edges of vertices lead away along their tangents",
              (around[inside, i] == (away * tangents[v2e[:, i]])[inside]).all())
    areas, lengths, duals = get("cell_area").sum(), get("edge_length"), get("dual_area").sum()
    check("areas around vertices are those of cells", abs(duals / areas - 1) < 1e-9)
    check("distances to both ends are the edge",
          numpy.allclose(get("edge_vert_distance").sum(axis=1), lengths))
    if torus:
        params = grid.grid_params.params if hasattr(grid.grid_params, "params") else grid.grid_params
        check("edges of a torus", numpy.allclose(lengths, 1000))
        check("area of a torus", numpy.isclose(areas, float(data.domain_length) * float(data.domain_height)))
    else:
        radius = float(data.sphere_radius)
        if not limited:
            check("area of the sphere", numpy.isclose(areas, 4 * numpy.pi * radius**2))
        # the normal by coordinates: tangent x normal leads outwards
        point = lambda dim: numpy.stack([numpy.cos(lat) * numpy.cos(lon), numpy.cos(lat) * numpy.sin(lon),
                                         numpy.sin(lat)], axis=1)
        places = {}
        for dim in (dims.CellDim, dims.VertexDim, dims.EdgeDim):
            lat, lon = (manager.coordinates[dim][which].asnumpy() for which in ("lat", "lon"))
            places[dim] = point(dim)
        both = (e2c >= 0).all(axis=1)
        tangent = places[dims.VertexDim][e2v[:, 1]] - places[dims.VertexDim][e2v[:, 0]]
        normal = places[dims.CellDim][e2c[:, 1]] - places[dims.CellDim][e2c[:, 0]]
        outwards = numpy.einsum("ij,ij->i", numpy.cross(tangent, normal), places[dims.EdgeDim])
        check("orientation by coordinates", (numpy.sign(outwards[both]) == tangents[both]).all())
        chord = 2 * radius * numpy.arcsin(numpy.linalg.norm(tangent, axis=1) / 2)
        check("lengths by coordinates", numpy.allclose(chord, lengths))
    check("an identity", len(data.uuidOfHGrid) == 36 and str(grid.id) == data.uuidOfHGrid)
    print(f"icon4py-common {importlib.metadata.version('icon4py-common')} loads {file.split('/')[-1]}:",
          grid.num_cells, "cells,", "limited area" if limited else "no boundary")
'''

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw", required=True)
    parser.add_argument("--venvs", type=Path, required=True)
    given = parser.parse_args()
    wanted = "import netCDF4; from icon4py.model.common.grid import grid_manager"
    for python in sorted(given.venvs.glob("venv-*/bin/python")):
        if subprocess.run([python, "-c", wanted], capture_output=True).returncode == 0:
            break
    else:
        print("skipped: no virtual environment has icon4py-common and netCDF4 (tools/setup --venvs)")
        return 77
    with tempfile.TemporaryDirectory(prefix="mw-grids-") as folder:
        files = []
        for i, grid in enumerate(GRIDS):
            files.append(f"{folder}/{grid.partition(':')[0]}{i}.nc")
            written = subprocess.run([given.mw, "grid", grid, "-o", files[-1]], capture_output=True,
                                     text=True)
            if written.returncode != 0 and "libnetcdf" in written.stderr:
                print("skipped: libnetcdf is not installed")
                return 77
            if written.returncode != 0:
                print("FAILED", written.stderr)
                return 1
        done = subprocess.run([python, "-c", LOAD, *files], capture_output=True, text=True)
        print(done.stdout + done.stderr)
        return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
