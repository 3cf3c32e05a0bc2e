#!/usr/bin/env bash
# netCDF4 1.7.5.1.post1 and xarray 2026.9.0, seen 2026-11-28.
# Expected: two readers of one file agree on type, values and on what is missing.
# Seen: netCDF4 hides what is outside valid_min or valid_range, xarray ignores these attributes and shows it; netCDF4 hides
#   the never written elements of an int8 variable, xarray shows -127; a table of int64 with _FillValue stays int64 under
#   netCDF4 and becomes float64 under xarray, where 2**53 + 1 changes by one. A missing_value of type float64 on a float32
#   variable, which cannot hold it exactly, is used by neither.
# Bitten: whoever reads ICON's grid files: refinement controls are negative on purpose, tables use -1 for "no neighbour".
source "$(dirname "$0")/lib.sh"
need_python 3.12 netCDF4==1.7.5.1.post1 xarray==2026.9.0 numpy==2.5.5
check <<'EOF'
import sys
import netCDF4, numpy as np, xarray

with netCDF4.Dataset("grid.nc", "w") as out:
    out.createDimension("cell", 3)
    v = out.createVariable("refin_c_ctrl", "i4", ("cell",))
    v.valid_min = np.int32(0)
    v[:] = [-4, 0, 5]
    v = out.createVariable("pressure", "f4", ("cell",))
    v.valid_range = np.array([0, 120000], "f4")
    v[:] = [-1, 100, 130000]
    v = out.createVariable("flag", "i1", ("cell",))
    v[0] = 1
    v = out.createVariable("global_index", "i8", ("cell",), fill_value=-1)
    v[:] = [2**53 + 1, 2, -1]
    v = out.createVariable("cold", "f4", ("cell",))
    v.missing_value = np.float64(-999.9)
    v[:] = [-999.9, 1, 2]

names = ("refin_c_ctrl", "pressure", "flag", "global_index", "cold")
seen = {}
with netCDF4.Dataset("grid.nc") as one, xarray.open_dataset("grid.nc", engine="netcdf4") as two:
    for name in names:
        a, b = one[name][:], two[name].values
        hidden = np.ma.getmaskarray(a).tolist()
        seen[name] = (str(a.dtype), hidden, str(b.dtype), np.isnan(b.astype(float)).tolist())
        print(f"{name:13} netCDF4 {a.dtype} {a.tolist()}   xarray {b.dtype} {b.tolist()}")
    changed = int(two["global_index"].values[0]) - int(one["global_index"][0])
print("2**53 + 1 differs by", changed)
none = [False] * 3
stated = {
    "refin_c_ctrl": ("int32", [True, False, False], "int32", none),
    "pressure": ("float32", [True, False, True], "float32", none),
    "flag": ("int8", [False, True, True], "int8", none),
    "global_index": ("int64", [False, False, True], "float64", [False, False, True]),
    "cold": ("float32", none, "float32", none),
}
sys.exit(seen != stated or changed != -1)
EOF
