"""Brings the pages of docs/, and those made from the sources, together for mkdocs."""
import pathlib
import re
import shutil

import codes
import transformations
import troubleshooting

ROOT = codes.ROOT
# Pages that lie elsewhere in the repository -> their name in the manual.
ELSEWHERE = {"README.md": "index.md", "samples/README.md": "samples.md"}
# What tools/test --times writes for one machine.
LEFT_OUT = {"times.md"}
LINK = re.compile(r"(?<!\\)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def moved(text, source):
    """The page with links as they are in the manual; what is not part of it becomes its name in the repository."""
    def link(m):
        target = m[1]
        if "://" in target or target.startswith("mailto:"):
            return m[0]
        path = (source.parent / target).resolve()
        if not path.exists() and target.startswith("transformations/"): # made
            return m[0]
        inside = path.relative_to(ROOT).as_posix()
        if inside in ELSEWHERE:
            return f"]({ELSEWHERE[inside]}{m[2] or ''})"
        if inside.startswith("docs/"):
            return f"]({inside[len('docs/'):]}{m[2] or ''})"
        return f"](\0{inside})"
    text = LINK.sub(link, text)
    return re.sub(r"\[([^\]]*)\]\(\0([^)]*)\)", r"\1 (`\2`)", text)


def settings(listed):
    """The settings of mkdocs, with the transformations by group: pairs (group, name)."""
    text = (ROOT / "docs/site/mkdocs.yml").read_text()
    entry = "      - Transforming: transformations/index.md\n"
    lines, last = ["      - Transforming:\n", "          - All: transformations/index.md\n"], None
    for group, name in listed:
        if group != last:
            lines.append(f"          - {group}:\n")
            last = group
        lines.append(f"              - {name}: transformations/{name}.md\n")
    assert entry in text
    return text.replace(entry, "".join(lines))


def bring(mw, folder, draw=True):
    """All pages below folder/pages, and folder/mkdocs.yml, anew; without `draw` pictures of graphs are empty."""
    settings_file, folder = folder / "mkdocs.yml", folder / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    docs = ROOT / "docs"
    for path in sorted(docs.rglob("*")):
        place = path.relative_to(docs)
        if path.is_dir() or place.parts[0] == "site" or place.name in LEFT_OUT:
            continue
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            (folder / place).write_text(moved(path.read_text(), path))
        else:
            shutil.copy(path, folder / place)
    for source, name in ELSEWHERE.items():
        (folder / name).write_text(moved((ROOT / source).read_text(), ROOT / source))
    page = folder / "troubleshooting.md"
    page.write_text(page.read_text() + "\n" + "\n".join(troubleshooting.table()))
    settings_file.write_text(settings(transformations.write(mw, folder / "transformations", draw)))
