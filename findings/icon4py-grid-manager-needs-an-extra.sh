#!/usr/bin/env bash
# icon4py-common 0.4.1, netCDF4 1.7.4, seen 2026-11-30 (Python 3.12).
# Expected: `icon4py.model.common.grid.grid_manager`, which reads ICON's grid files, works once netCDF4 is installed: that is what
#   its files are read with.
# Seen: with icon4py-common and netCDF4 the import ends in ModuleNotFoundError for xarray, which a module of states imports on the
#   way; nothing of the plain package names it. With xarray beside it the import works.
# Bitten: whoever installs the package to read a grid; the extra `icon4py-common[io]` brings what is missing, with a plotting stack.
source "$(dirname "$0")/lib.sh"
need_python 3.12 icon4py-common==0.4.1 netCDF4==1.7.4
also beside xarray==2026.9.0
check <<'EOF'
import sys

from said import said

program = "from icon4py.model.common.grid import grid_manager; print('imported')"
seen = [said(program, "site"), said(program, "site", "beside")]
print(seen)
sys.exit(seen != ["ModuleNotFoundError: No module named 'xarray'", "imported"])
EOF
