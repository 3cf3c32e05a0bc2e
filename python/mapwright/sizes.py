"""Symbols that follow from shapes and strides of arrays."""

import ast
import collections
import functools

_FUNCTIONS = {"Max": max, "Min": min, "max": max, "min": min, "abs": abs, "Abs": abs,
              "int_floor": lambda a, b: a // b, "int_ceil": lambda a, b: -(-a // b)}
_KNOWN = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Call, ast.Load, ast.Add, ast.Sub,
          ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow, ast.USub)


class Size:
    """An integer of sizes, as a library writes it: numbers, symbols, arithmetic. ValueError: it is
    more than that."""

    def __init__(self, text):
        self.text = text
        try:
            tree = ast.parse(text, mode="eval")
        except SyntaxError:
            raise ValueError(f"the size '{text}' is not understood") from None
        self._tree = tree.body
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call)
                  and isinstance(node.func, ast.Name)}
        if not called <= _FUNCTIONS.keys() or not all(
                isinstance(node, _KNOWN) for node in ast.walk(self._tree)):
            raise ValueError(f"the size '{text}' is not understood")
        self.symbols = names - called
        self._code = compile(tree, "size", "eval")

    def value(self, known):
        """With the values of all its symbols."""
        return eval(self._code, {"__builtins__": {}, **_FUNCTIONS}, known)

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


size_of = functools.cache(Size)  # the same few texts stand at most arrays


def sizes(texts):
    """The sizes of these texts; None where one of them is not understood."""
    try:
        return [size_of(text) for text in texts]
    except ValueError:
        return None


# What a dimension of an array says of the symbols in its size or its stride; `what`: which of both.
Equation = collections.namedtuple("Equation", "array dimension what size value")


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
        raise Contradiction(equation, needed, self.because(equation.size))

    def because(self, size):
        """What the values in a size are, and who says so."""
        return ", ".join(f"{name} = {self.values[name]} by {self.sources[name]}"
                         for name in sorted(size.symbols))
