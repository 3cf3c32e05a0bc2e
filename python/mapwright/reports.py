"""What mw answers, as tables and mappings: its JSON, with nothing computed anew."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy
    import pandas


def _flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """One level: {"device_us": {"median": 3}} as {"device_us.median": 3}; an amount as its number, else its formula."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, Mapping) and set(value) == {"expression", "value"}:
            flat[before + key] = value["expression"] if value["value"] is None else value["value"]
        elif isinstance(value, Mapping):
            flat.update(_flat(value, f"{before}{key}."))
        else:
            flat[before + key] = value
    return flat


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"{len(value)} entries" if len(value) > 4 or any(isinstance(v, dict) for v in value) else ", ".join(map(str, value))
    return "" if value is None else str(value)


class Table(Sequence[dict[str, Any]]):
    """Rows of an answer. In a notebook a table; frame() where pandas is installed."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._rows = [_flat(row) for row in rows]

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | Table:
        return Table(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys(key for row in self._rows for key in row))

    def column(self, name: str) -> list[Any]:
        """The values of a column; None where a row has none. KeyError names the columns that there are."""
        if name not in self.columns:
            raise KeyError(f"there is no column '{name}'; there are {', '.join(self.columns)}")
        return [row.get(name) for row in self._rows]

    def frame(self) -> pandas.DataFrame:
        """The table of pandas, with the same columns."""
        try:
            import pandas
        except ImportError:
            raise ImportError("a frame needs pandas, which is not installed; the rows are dictionaries") from None
        return pandas.DataFrame(self._rows, columns=self.columns)

    def __repr__(self) -> str:
        columns = [name for name in self.columns if any(not isinstance(row.get(name), list) for row in self._rows)]
        cells = [columns, *([_shown(row.get(name)) for name in columns] for row in self._rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self) -> str:
        def row(tag: str, values: Sequence[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(value)}</{tag}>" for value in values) + "</tr>"
        body = "".join(row("td", [_shown(one.get(name)) for name in self.columns]) for one in self._rows)
        return f"<table><thead>{row('th', self.columns)}</thead><tbody>{body}</tbody></table>"


class Report(Mapping[str, Any]):
    """One answer of mw: the keys of its JSON. `notes`: what mw said beside it, as which inputs it took."""

    def __init__(self, answer: Mapping[str, Any], notes: Sequence[str] = ()) -> None:
        self._answer, self.notes = dict(answer), list(notes)

    def __getitem__(self, key: str) -> Any:
        return self._answer[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answer)

    def __len__(self) -> int:
        return len(self._answer)

    def table(self, key: str) -> Table:
        """A list of the answer as a table."""
        rows = self._answer[key]
        return Table([row if isinstance(row, Mapping) else {key: row} for row in rows])

    def __repr__(self) -> str:
        return "\n".join(f"{key}: {_shown(value) if not isinstance(value, Mapping) else '{' + ', '.join(value) + '}'}"
                         for key, value in self._answer.items())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{html.escape(key)}</th><td>{html.escape(_shown(value))}</td></tr>"
                       for key, value in self._answer.items() if not isinstance(value, Mapping))
        return f"<table>{rows}</table>"


class Info(Report):
    """What is in a program (`mw info`). Bytes are numbers where the sizes are known, else formulas."""

    @property
    def kernels(self) -> Table:
        return self.table("kernels")

    @property
    def temporaries(self) -> Table:
        return self.table("temporaries")

    @property
    def arguments(self) -> Table:
        return self.table("argument_list")

    @property
    def states(self) -> Table:
        return self.table("state_list")


class Advice(Report):
    """What can be done and what it saves (`mw advise`)."""

    @property
    def possible(self) -> Table:
        """Steps that apply, best first: transformation, number (of Program.apply), label, what is saved."""
        return self.table("possible")

    @property
    def refused(self) -> Table:
        return self.table("refused")

    @property
    def observations(self) -> Table:
        return self.table("observations")


class Verdict(Report):
    """Whether two programs compute the same (`mw verify`); true where they do."""

    @property
    def same(self) -> bool:
        return bool(self["same"])

    @property
    def arrays(self) -> Table:
        return self.table("arrays")

    def __bool__(self) -> bool:
        return self.same


class Bench(Report):
    """Times of programs side by side (`mw bench`). Ratios mean something where `ranked` says so."""

    @property
    def variants(self) -> Table:
        return self.table("variants")

    @property
    def verified(self) -> bool:
        """Every program computes what the first one does."""
        return all(one["verified"] for one in self["variants"])

    @property
    def ranked(self) -> bool:
        """Nothing else kept the machine busy; else not_ranked_because says what."""
        return bool(self["ranked"])

    @property
    def microseconds(self) -> dict[str, float]:
        """Median time on the device by variant, us; the first is the one that the others are set against."""
        return {one["name"]: one["device_us"]["median"] for one in self["variants"]}

    def kernels(self, variant: int = 0) -> Table:
        """Kernels of one of the variants, by its place."""
        return Table(self["variants"][variant]["kernels"])


class Difference(Report):
    """What became of which kernel (`mw diff`)."""

    @property
    def equal(self) -> bool:
        return bool(self["equal"])

    @property
    def groups(self) -> Table:
        """Kernels of the first program with those of the second that do their work, and bytes of both."""
        return Table(self["program"]["groups"] if "program" in self else [])


class Outputs(Mapping[str, "numpy.ndarray"]):
    """What a run computed: arrays by name (NumPy's). `report`: device, grid, shapes."""

    def __init__(self, arrays: Mapping[str, numpy.ndarray], report: Report) -> None:
        self._arrays, self.report = dict(arrays), report

    def __getitem__(self, name: str) -> numpy.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return "\n".join([f"on {self.report['device']} ({self.report['grid']})",
                          *(f"{name}: {array.dtype} {list(array.shape)}" for name, array in self._arrays.items())])


class Picture:
    """A picture as SVG; a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes it; FileExistsError where something is there."""
        with open(path, "x", encoding="utf-8") as file:
            file.write(self.svg)
