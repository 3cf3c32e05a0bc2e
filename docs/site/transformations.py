"""A page of the manual for each transformation, from its descriptor and the comment above its conditions."""
import json
import pathlib
import re
import subprocess
import sys

import codes

ROOT = codes.ROOT
SAMPLES = ROOT / "samples/transformations"


def descriptors(mw):
    """What `mw transformations --json` says, in its order."""
    return json.loads(subprocess.run([mw, "transformations", "--json"], check=True, capture_output=True, text=True).stdout)


def names():
    """transformation -> (GT4Py's names, DaCe's names), each a list."""
    found = {}
    for line in (ROOT / "docs/site/names.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, rest = line.split(": ")
            found[name] = tuple([] if part.strip() == "-" else part.strip().split(", ") for part in rest.split(";"))
    return found


def source_of(transformation):
    """The file with the comment about its conditions and effect."""
    snake = transformation.replace("-", "_")
    for path in (ROOT / f"transforms/{snake}.cpp", ROOT / f"transforms/{snake}/{snake}.cpp"):
        if path.exists():
            return path
    raise SystemExit(f"no source of the transformation {transformation}")


def comment_of(transformation):
    """The parts of that comment: the sketch, the conditions by number, the effect."""
    blocks = re.findall(r"(?:^//[^\n]*\n)+", source_of(transformation).read_text(), re.M)
    block = next((b for b in blocks if re.search(r"^// (?:Conditions|Condition)\b", b, re.M)), "")
    lines = [line[3:] if line.startswith("// ") else line[2:] for line in block.splitlines()]
    sketch, conditions, effect, part, heading = [], {}, [], "head", ""
    for line in lines:
        number = re.match(r"\s*(\d+)\. (.*)", line)
        begins = re.search(r"(?:^|\. )Effect([:,])", line)
        if line.startswith("Condition"):
            part = "conditions"
        elif begins:
            part = "effect"
            said = line[begins.end():].strip()
            effect += ["", said[0].upper() + said[1:]]
        elif part == "head" and line.startswith("    "):
            sketch.append(line[4:])
        elif part == "head" and sketch and not line.strip():
            sketch.append("")
        elif part in ("conditions", "effect") and number:
            part, last = "conditions", int(number[1])
            conditions[last] = (f"({heading.rstrip(':')}) " if heading else "") + number[2]
            heading = ""
        elif re.match(r"\S.*:$", line) and part != "head": # of the conditions that follow
            heading = line
        elif part == "conditions" and conditions and line.startswith(" "):
            conditions[last] += " " + line.strip()
        elif part == "effect":
            if line.lstrip().startswith("- ") and effect[-1] and not any(l.startswith("- ") for l in effect):
                effect.append("") # before a list
            inside = line.startswith("    ") and any(l.startswith("- ") for l in effect)
            effect.append("  " + line.strip() if inside else line.strip())
    while sketch and not sketch[-1]:
        sketch.pop()
    return sketch, conditions, re.sub(r"\n{3,}", "\n\n", "\n".join(effect)).strip()


def words_of(name, given):
    """The words of `mw apply` for a sample."""
    words = [name]
    for key, value in given.get("params", {}).items():
        words += [f"--{key}"] if value is True else [f"--{key}", str(value)]
    return words


def number_of(mw, graph, name, label):
    """Number of the first match with this part in its label that applies."""
    said = subprocess.run([mw, "matches", graph, name, "--json"], check=True, capture_output=True, text=True).stdout
    for match in json.loads(said):
        if label in match["label"] and match["applies"]:
            return match["number"]
    raise SystemExit(f"{name} does not apply to '{label}' in {graph}")


def picture(mw, graph, file, draw):
    if draw:
        subprocess.run([mw, "show", graph, "-o", file], check=True, capture_output=True, text=True)
    else:
        pathlib.Path(file).write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')


def escaped(text):
    """Without what Markdown would take for a table or HTML; {{ and <> of the sources stay readable."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def example(mw, descriptor, given, folder, draw):
    """Pictures before and after in `folder`, and the lines of the page about them."""
    name = descriptor["name"]
    graph = SAMPLES / f"{name}.sdfgz"
    after = folder / f"{name}.sdfg"
    command = [mw, "apply", str(graph)]
    shown = ["mw", "apply", f"samples/transformations/{name}.sdfgz"]
    if "match" in given:
        number = str(number_of(mw, str(graph), name, given["match"]))
        command += ["--match", number]
        shown += ["--match", number]
    command += words_of(name, given)
    shown += words_of(name, given)
    said = subprocess.run(command + ["-o", str(after)], check=True, capture_output=True, text=True).stdout
    picture(mw, str(graph), str(folder / f"{name}-before.svg"), draw)
    picture(mw, str(after), str(folder / f"{name}-after.svg"), draw)
    after.unlink()
    same = (folder / f"{name}-before.svg").read_text() == (folder / f"{name}-after.svg").read_text()
    said = said.strip().replace(str(after), "after.sdfg")
    lines = ["## Before and after", "", f"    $ {' '.join(shown)} -o after.sdfg", f"    {said}", ""]
    if same:
        lines += ["What changes is no part of the picture, but properties of its elements.", ""]
    lines += ["| before | after |", "|---|---|", f"| ![before]({name}-before.svg) | ![after]({name}-after.svg) |", ""]
    return lines


def page(mw, descriptor, folder, toolkit, draw):
    name = descriptor["name"]
    given = json.loads((SAMPLES / "index.json").read_text())[name]
    gt4py, dace = names()[name]
    sketch, conditions, effect = comment_of(name)
    refusals = codes.refusals(name, toolkit)
    lines = [f"# {descriptor['title']}", "", f"`{name}` · {descriptor['group']}", "", descriptor["summary"], "",
             descriptor["help"], ""]
    if descriptor["changes_results"]:
        lines += ["It changes results on purpose: nothing takes it unasked, and `mw verify` says by how much.", ""]
    lines += ["| | |", "|---|---|",
              f"| GT4Py's name | {', '.join(f'`{n}`' for n in gt4py) or 'none'} |",
              f"| DaCe's name | {', '.join(f'`{n}`' for n in dace) or 'none'} |",
              f"| a match names | {', '.join(f'`{r}`' for r in descriptor['roles'])} |", ""]
    lines += example(mw, descriptor, given, folder, draw)
    if sketch:
        lines += ["In short:", "", "```text", *sketch, "```", ""]
    if effect:
        lines += ["## Effect", "", effect, ""]
    lines += ["## Conditions and refusals", "",
              "They are checked in this order; the first that does not hold is the refusal.", ""]
    for number in sorted(set(conditions) | {r[0] for r in refusals}):
        lines += [f"{number}. {escaped(conditions.get(number, 'The match is one.'))}", ""]
        for _, code, said in (r for r in refusals if r[0] == number):
            lines.append(f"    - `{code}`" + (f": {escaped(said)}" if said else ""))
        lines.append("")
    lines += ["## Parameters", ""]
    if not descriptor["params"]:
        lines += ["It has none.", ""]
    else:
        lines += ["| parameter | default | values | meaning |", "|---|---|---|---|"]
        for p in descriptor["params"]:
            low, high = p.get("minimum"), p.get("maximum")
            values = ", ".join(f"`{c}`" for c in p.get("choices", [])) or (
                f"{low if low is not None else ''} to {high if high is not None else ''}".strip()
                if low is not None and high is not None else f"at least {low}" if low is not None else "")
            default = json.dumps(p["default"]) if p["default"] != "" else ""
            lines.append(f"| `--{p['name']}` | {f'`{default}`' if default else ''} | {values} | {escaped(p['help'])} |")
        lines.append("")
    return "\n".join(lines)


def write(mw, folder, draw=True):
    """All pages, and the list of them, below `folder`; returns the names in the list's order. Without `draw` pictures are empty."""
    folder.mkdir(parents=True, exist_ok=True)
    all_of_them = descriptors(mw)
    toolkit = codes.toolkit_refusals()
    lines = ["# Transformations", "",
             "Each page is made from what the program says of the transformation itself (`mw transformations --json`), the comment",
             "above its conditions, and a small graph of `samples/transformations`, drawn before and after (`mw show`).", "",
             "    $ mw matches FILE                # where they apply, and why not elsewhere",
             "    $ mw apply FILE NAME --preview   # what one would change", ""]
    group = None
    for descriptor in all_of_them:
        if descriptor["group"] != group:
            group = descriptor["group"]
            lines += ["", f"## {group}", "", "| transformation | what it does |", "|---|---|"]
        lines.append(f"| [{descriptor['name']}]({descriptor['name']}.md) | {escaped(descriptor['summary'])} |")
        (folder / f"{descriptor['name']}.md").write_text(page(mw, descriptor, folder, toolkit, draw))
    (folder / "index.md").write_text("\n".join(lines) + "\n")
    return [(d["group"], d["name"]) for d in all_of_them]


if __name__ == "__main__":
    write(sys.argv[1], pathlib.Path(sys.argv[2]))
