#!/usr/bin/env bash
# NumPy 2.5.5, seen 2026-11-29.
# Expected: np.load opens an archive without members, whichever of ZIP's two end records it has, as Python's zipfile does.
# Seen: with the ordinary end record it is an empty NpzFile. With the record of ZIP64 in front of it, which writers put there
#   that always use ZIP64, np.load does not take it for an archive and raises ValueError about pickled data.
# Bitten: a run without outputs, written by a library that uses ZIP64 throughout, cannot be read, and the error sends one
#   looking for a pickle. Archives with members begin otherwise and are read.
source "$(dirname "$0")/lib.sh"
need_python 3.12 numpy==2.5.5
check <<'EOF'
import io, struct, sys, zipfile

import numpy as np

plain = b"PK\5\6" + bytes(18)
big = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 0, 0, 0, 0)
where = struct.pack("<4sIQI", b"PK\6\7", 0, 0, 1)
end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
wide = big + where + end


def loaded(data):
    try:
        return f"{len(np.load(io.BytesIO(data)).files)} arrays"
    except ValueError as error:
        return f"ValueError: {error}"


members = [zipfile.ZipFile(io.BytesIO(data)).namelist() for data in (plain, wide)]
print("zipfile:", members)
print("np.load, ordinary end record:", loaded(plain))
print("np.load, with ZIP64's:", loaded(wide))
sys.exit(not (members == [[], []] and loaded(plain) == "0 arrays" and "pickled" in loaded(wide)))
EOF
