"""Symbols that follow from shapes and strides of arrays."""

import ast
import dataclasses
import operator

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
              ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow}
_FUNCTIONS = {"Max": max, "Min": min, "max": max, "min": min, "abs": abs, "Abs": abs,
              "int_floor": operator.floordiv, "int_ceil": lambda a, b: -(-a // b)}


class Size:
    """A size or a stride of an array, as a library writes it: integers, symbols, arithmetic."""

    def __init__(self, text):
        self.text = text
        self._tree = ast.parse(text, mode="eval").body
        self.symbols = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)
                        } - set(_FUNCTIONS)

    def value(self, known):
        """With the values of all its symbols."""
        return _evaluated(self._tree, known)

    def solved(self, unknown, value, known):
        """The value of one symbol with which this is `value`; None where none or several are."""
        if not _is_polynomial(self._tree, unknown):
            return None
        at = [self.value(known | {unknown: x}) for x in (0, 1, 2)]
        step = at[1] - at[0]
        if step == 0 or at[2] - at[1] != step or (value - at[0]) % step:
            return None
        found = (value - at[0]) // step
        return found if self.value(known | {unknown: found}) == value else None


def _is_polynomial(tree, unknown):
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Sub, ast.Mult)):
        return _is_polynomial(tree.left, unknown) and _is_polynomial(tree.right, unknown)
    if isinstance(tree, ast.UnaryOp):
        return _is_polynomial(tree.operand, unknown)
    return isinstance(tree, (ast.Name, ast.Constant)) or not any(
        isinstance(node, ast.Name) and node.id == unknown for node in ast.walk(tree))


def _evaluated(tree, known):
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int):
        return tree.value
    if isinstance(tree, ast.Name):
        return known[tree.id]
    if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATORS:
        return _OPERATORS[type(tree.op)](_evaluated(tree.left, known),
                                         _evaluated(tree.right, known))
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return -_evaluated(tree.operand, known)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
        return _FUNCTIONS[tree.func.id](*(_evaluated(one, known) for one in tree.args))
    raise ValueError(f"the size '{ast.unparse(tree)}' is not understood")


@dataclasses.dataclass
class Equation:
    """What a dimension of an array says of the symbols in its size or its stride."""

    array: str
    dimension: int
    what: str  # "size" or "stride"
    size: Size
    value: int


class Contradiction(ValueError):
    """A dimension that is not as symbols, whose values others said, have it."""

    def __init__(self, equation, needed, because):
        super().__init__(f"{equation.what} {equation.value} where {needed} is needed")
        self.equation, self.needed, self.because = equation, needed, because


class Symbols:
    """Values of symbols, and where each is from (for sentences)."""

    def __init__(self):
        self.values, self.sources = {}, {}

    def set(self, name, value, source):
        """False: it has another value."""
        self.sources.setdefault(name, source)
        return self.values.setdefault(name, value) == value

    def solve(self, equations):
        """Finds what can be found, and holds every equation that is known against its value."""
        waiting = list(equations)
        while waiting:
            left = [one for one in waiting if not self._use(one)]
            if len(left) == len(waiting):
                return
            waiting = left

    def _use(self, equation):
        unknown = equation.size.symbols - self.values.keys()
        if not unknown:
            self._check(equation)
            return True
        if len(unknown) > 1:
            return False
        (name,) = unknown
        value = equation.size.solved(name, equation.value, self.values)
        if value is None:
            return False
        self.set(name, value, f"the {equation.what} of '{equation.array}'")
        return True

    def _check(self, equation):
        needed = equation.size.value(self.values)
        if needed == equation.value:
            return
        because = ", ".join(f"{name} = {self.values[name]} by {self.sources[name]}"
                            for name in sorted(equation.size.symbols))
        raise Contradiction(equation, needed, because)
