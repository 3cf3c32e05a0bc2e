#!/usr/bin/env python3
"""Writes values.txt: what tasklet expressions give, by the C++ that DaCe makes of them.

Each expression goes through DaCe's own translation (cppunparse) and its runtime headers, compiled
by the host compiler with wrapping integers; where numpy means the same, its result must agree.
Run where DaCe and numpy are installed:  python make_values.py > values.txt
"""

import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

import dace
import numpy as np
from dace.codegen import cppunparse

C_TYPES = {"float64": "double", "float32": "float", "int32": "int", "int64": "int64_t", "bool": "bool",
           "uint32": "unsigned", "uint64": "uint64_t"}
VALUES = {
    "float64": [0.0, -0.0, 1.0, -2.5, 0.1, 1e300, -1e-310, math.inf, -math.inf, math.nan],
    "float32": [0.0, -0.0, 1.0, -2.5, 0.1, 16777217.0, 3e38, math.inf, math.nan],
    "int32": [0, 1, -1, 7, -7, 2, 2147483647, -2147483648],
    "int64": [0, 1, -1, 7, -7, 2, 4294967296, 9223372036854775807, -9223372036854775808],
    "bool": [False, True],
}
SMALL = {"float64": [-7.5, -2.0, -0.5, 0.0, 0.5, 2.0, 3.75], "float32": [-7.5, -0.5, 0.0, 0.1, 2.0],
         "int32": [-9, -7, -2, 2, 3, 9], "int64": [-9, -7, 2, 3], "bool": [False, True]}
POSITIVE = {"float64": [0.5, 2.0, 3.75], "float32": [0.1, 2.0], "int32": [1, 2, 10, 20],
            "int64": [1, 2, 10, 40]}

PAIRS = ["float64 float64", "float32 float32", "float32 float64", "int32 int32", "int32 int64",
         "int32 float32", "int64 float64", "bool int32", "bool bool"]
REAL = ["float64", "float32"]

# (expression, types of its names in alphabetical order, which values, numpy means the same)
CASES = []


def add(expression, types, values=VALUES, same=False):
    for one in types:
        CASES.append((expression, one.split(), values, same))


for op in "+-*":
    add(f"(a {op} b)", PAIRS, same="float64 float64|float32 float32")
add("(a / b)", ["float64 float64", "float32 float32", "float32 float64", "int32 float64"], same="float64 float64|float32 float32")
add("(a / b)", ["int32 int32", "int32 int64"])
add("(a % b)", ["int32 int32", "int64 int32"])
add("(a // b)", ["int32 int32", "int64 int64"])
add("(a // b)", ["float64 float64", "float32 float32", "int32 float64"], SMALL)
for op in ["==", "!=", "<", "<=", ">", ">="]:
    add(f"(a {op} b)", ["float64 float64", "float32 float64", "int32 int64", "int64 float64", "bool int32"])
add("((a < b) and (b < 5))", ["float64 float64", "int32 int32"])
add("(a and b)", ["bool bool", "int32 bool", "float64 int32"])
add("(a or b)", ["bool bool", "int32 bool", "float64 int32"])
add("(not a)", ["bool", "int32", "float64"])
add("(a != b)", ["bool bool"])
for op in "&|^":
    add(f"(a {op} b)", ["int32 int32", "int64 int32", "bool bool"])
add("(a << 3)", ["int32", "int64"], SMALL)
add("(a >> 1)", ["int32", "int64"])
add("(~ a)", ["int32", "int64"])
add("(- a)", ["float64", "float32", "int32", "int64", "bool"])
add("(+ a)", ["float32", "bool"])
for power in ["2", "3", "1", "0", "(- 1)", "(- 2)", "0.5", "(- 0.5)", "2.0", "1.5"]:
    add(f"(a ** {power})", REAL)
add("(a ** 2)", ["int32", "int64"])
add("(a ** 5)", ["int32"], SMALL)
add("(a ** b)", ["float64 float64", "float32 float32", "float32 int32", "int32 int32", "int64 int32"], SMALL)
add("math.pow(a, b)", ["float64 float64", "float32 float32"], SMALL)
for f in ["min", "max"]:
    add(f"{f}(a, b)", PAIRS)
    add(f"{f}(a, b, 1.5)", ["float64 float64", "float32 float64"])
add("Min(a, b)", ["int32 int32", "int64 int64"])
add("Max(a, b)", ["int32 int32", "int64 int64"])
add("abs(a)", ["float64", "float32", "int32", "int64"])
for cast in ["dace.float64", "dace.float32", "dace.int64", "dace.bool_", "float"]:
    add(f"{cast}(a)", ["int32", "int64", "bool"])
for cast in ["dace.float64", "dace.float32", "dace.bool_"]:
    add(f"{cast}(a)", REAL)
add("dace.int32(a)", ["int64", "bool"])
for cast in ["dace.int32", "dace.int64", "int"]:
    add(f"{cast}(a)", REAL, SMALL)
add("(a if (b < 1) else 2)", ["float64 float64", "float32 int32", "int32 int32", "bool int32"])
add("((a if (b > 0) else 3) / 2)", ["float64 int32", "int32 int32", "float32 int32"], SMALL)
add("(a if b else 0.1)", ["float32 bool", "int32 bool"])
for f in ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log"]:
    add(f"math.{f}(a)", REAL, SMALL)
add("math.sqrt(a)", REAL, same="float64|float32")
for f in ["asin", "acos", "atan", "asinh", "acosh", "atanh", "tgamma", "cbrt"]:
    add(f"{f}(a)", REAL, SMALL)
for f in ["ceil", "trunc", "floor"]:
    add(f"{f}(a)", REAL, same=False)
add("fmod(a, b)", ["float64 float64", "float32 float32"], SMALL)
for f in ["isfinite", "isinf", "isnan"]:
    add(f"{f}(a)", REAL)
add("math.ifloor(a)", REAL, SMALL)
add("math.ifloor(a)", ["int32"])
add("int_floor(a, b)", ["int32 int32"], SMALL)
add("int_ceil(a, b)", ["int32 int32"], SMALL)
add("(a * 2.0)", ["float32", "int32", "bool"])
add("(a * 2)", ["float32", "int64"])
add("(a + 0.1)", ["float32"])
add("(a + 30000000000)", ["int32", "float32"])
add("((a + 1) / 2)", ["int32"])
add("(a * 1.5e-3)", ["float64"])
add("((a + True) - False)", ["int32", "float64"])
add("Eq(a, b)", ["int32 int32"])
add("Ne(a, b)", ["int32 int32"])
add("And(a, b)", ["bool bool"])
add("Or(a, b)", ["bool bool"])
# dace::math is a template: of whole numbers it gives whole numbers.
add("(a ** 0.5)", ["int32", "int64"], POSITIVE)
add("(a ** (- 0.5))", ["int32", "int64"], POSITIVE)
for f in ["sqrt", "exp", "log", "sinh", "atan", "ceil", "trunc"]:
    add(f"math.{f}(a)", ["int32", "int64"], POSITIVE)
add("(math.sqrt(a) / 2)", ["int64"], POSITIVE)
add("(sqrt(a) / 2)", ["int64"], POSITIVE)
# Literals that no int holds.
for number in [2147483647, 2147483648, 4294967295, 4294967296, 9223372036854775807]:
    add(f"(a - {number})", ["int32", "int64", "uint32"], {**VALUES, "uint32": [0, 7, 4294967295]})
add("(a - 9223372036854775808)", ["int64", "int32"])
add("(a - 18446744073709551615)", ["int64"])
add("(a < 2147483648)", ["int32", "int64"])
add("(a < 9223372036854775808)", ["int64"])
add("((a + 4294967295) / 2)", ["int32"])
add("(a < b < 2)", ["int32 int32", "float64 float64"], SMALL)
add("(a <= b == 1)", ["int32 int32"], SMALL)
# Functions of DaCe's own header, in the type of their arguments.
for f in ["sign", "heaviside", "deg2rad", "rad2deg"]:
    add(f"{f}(a)", ["float64", "float32", "int32", "int64"], SMALL)
add("sign(a)", REAL)
add("sgn(a)", ["float64", "int64"], SMALL)
add("heaviside(a, b)", ["float64 float64", "int32 int32"], SMALL)
add("py_floor(a, b)", ["float64 float64", "float32 float32", "int32 int32", "int64 int64"],
    {**SMALL, "float64": [-7.5, -2.0, 0.5, 2.0], "float32": [-7.5, 0.1, 2.0]})
add("py_mod(a, b)", ["float64 float64", "int32 int32", "int64 int64"],
    {**SMALL, "float64": [-7.5, -2.0, 0.5, 2.0]})
add("cpp_mod(a, b)", ["float64 float64", "int32 int32"], {**SMALL, "float64": [-7.5, -2.0, 0.5, 2.0]})


def undefined(expression, values):
    """Rows that C leaves open (integer division by zero, or of the smallest number by -1)."""
    if "b" not in values or isinstance(values["b"], float) or isinstance(values["a"], float):
        return False
    if re.search(r"[/%]|int_floor|int_ceil", expression):
        return values["b"] == 0 or (values["b"] == -1 and values["a"] in (-2**31, -2**63))
    return False


def text(value):
    if isinstance(value, (bool, np.bool_)):
        return "1" if value else "0"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else value.hex() if math.isfinite(value) else str(value)
    return str(value)


def literal(value, ctype):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return f"{ctype}(NAN)"
        if math.isinf(value):
            return f"{ctype}({'-' if value < 0 else ''}INFINITY)"
        return f"{ctype}({value.hex()})"
    return f"{ctype}({value}LL)" if value != -2**63 else f"{ctype}(INT64_MIN)"


def translate(expression):
    code = expression
    for name, ctype in [("dace.float64", "double"), ("dace.float32", "float"), ("dace.int64", "int64_t"),
                        ("dace.int32", "int"), ("dace.bool_", "bool")]:
        code = code.replace(name + "(", f"__cast_{ctype}(")
    code = cppunparse.pyexpr2cpp(code)
    code = re.sub(r"\bmath\.", "dace::math::", code)
    return re.sub(r"__cast_(\w+)\(", r"\1(", code)


def rows(types, values):
    columns = [values[t] for t in types]
    if len(types) == 1:
        return [(v,) for v in columns[0]]
    step = 1 + len(columns[0]) * len(columns[1]) // 24
    while math.gcd(step, len(columns[1])) > 1:  # else the second name keeps a few values only
        step += 1
    return list(itertools.product(*columns))[::step]


def checked(expression, types, row, got):
    """numpy's own result where it means the same, in the type's precision."""
    names = dict(zip("ab", (np.dtype(t).type(v) for t, v in zip(types, row))))
    with np.errstate(all="ignore"):
        expected = eval(expression, {"math": np}, names)  # noqa: S307 (our own expressions)
    if not (np.isnan(expected) and math.isnan(got)) and float(expected) != got:
        sys.exit(f"numpy gives {expected!r} for {expression} {row}, C++ {got!r}")


def main():
    cells = []
    program = ['#include <dace/dace.h>', '#include <cstdio>', '#include <cinttypes>',
               'template <class T> const char* nameOf();']
    for name, ctype in C_TYPES.items():
        program.append(f'template <> const char* nameOf<{ctype}>() {{ return "{name}"; }}')
    program.append('template <> const char* nameOf<long long>() { return "int64"; }')
    program.append('template <> const char* nameOf<unsigned long long>() { return "uint64"; }')
    program += ['template <class T> void show(T v) { if (std::is_floating_point<T>::value) std::printf("%a\\n", double(v)); '
                'else std::printf("%" PRId64 "\\n", int64_t(v)); }', 'int main() {']
    for expression, types, values, same in CASES:
        code = translate(expression)
        kept = []
        for row in rows(types, values):
            if undefined(expression, dict(zip("ab", row))):
                continue
            kept.append(row)
        cells.append((expression, types, kept, same))
        first = True
        for row in kept:
            names = " ".join(f"volatile {C_TYPES[t]} v{n} = {literal(v, C_TYPES[t])}; {C_TYPES[t]} {n} = v{n};"
                             for n, t, v in zip("ab", types, row))
            label = "std::puts(nameOf<std::decay_t<decltype(r)>>());" if first else ""
            program.append(f"  {{ {names} auto r = {code}; {label} show(r); }}")
            first = False
    program.append("}")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "values.cpp")
        with open(source, "w") as out:
            out.write("\n".join(program))
        include = os.path.join(os.path.dirname(dace.__file__), "runtime", "include")
        subprocess.run(["g++", "-std=c++20", "-O0", "-w", "-fwrapv", "-ffp-contract=off", f"-I{include}",
                        "-o", os.path.join(folder, "values"), source], check=True)
        lines = iter(subprocess.run([os.path.join(folder, "values")], check=True, capture_output=True,
                                    text=True).stdout.split("\n"))
    print("# Written by make_values.py: expression | types of its names -> type; then rows: values = result.")
    for expression, types, kept, same in cells:
        result = next(lines)
        print(f"{expression} | {' '.join(types)} -> {result}")
        for row in kept:
            shown = next(lines)
            value = float.fromhex(shown) if result.startswith("float") else int(shown)
            if same and " ".join(types) in same.split("|"):
                checked(expression, types, row, value)
            print(f"  {' '.join(text(v) for v in row)} = {text(value)}")


if __name__ == "__main__":
    main()
