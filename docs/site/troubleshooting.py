"""The table of all codes of diagnostics and findings: code, sentence, what to do."""
import codes

ROOT = codes.ROOT


def remedies():
    """code -> what to do."""
    lines = (ROOT / "docs/site/remedies.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def repairable():
    """Codes of findings that `mw check --repair` mends, as docs/validation.md marks them."""
    rows = [line.split("|") for line in (ROOT / "docs/validation.md").read_text().splitlines() if line.startswith("| `")]
    return {row[1].strip().strip("`") for row in rows if len(row) == 8 and row[6].strip() == "*"}


def shown(sentence):
    return sentence.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def table():
    """The lines of the made part of the page."""
    what = remedies()
    lines = ["## Messages", "",
             "`...` stands for what is filled in. A code is the same in every version; `--json` has it beside the sentence.", "",
             "| code | sentence | what to do |", "|---|---|---|"]
    for code in codes.diagnostics():
        said = "<br>".join(shown(s) for s in code.sentences) or "(what it is about, in its own words)"
        lines.append(f"| <a id=\"{code.code}\"></a>`{code.code}` | {said} | {what.get(code.code, '')} |")
    lines += ["", "## Findings of mw check", "",
              "What each kind of finding is about, and when a graph with it still runs, is on the page about [checking](validation.md).",
              "", "| code | severity | meaning | what to do |", "|---|---|---|---|"]
    mended = repairable()
    for code, (kind, severity, meaning) in sorted(codes.findings().items()):
        if code in mended:
            do = f"`mw check FILE --repair {code} -o OUT`"
        elif kind == "advice" or severity == "hint":
            do = "Nothing has to be done; where it is easy, mend it where the graph is made."
        elif kind == "canonical":
            do = "`mw apply FILE simplify`; what stays is to be mended where the graph is made."
        elif severity == "warning":
            do = "Look whether it is meant; results may depend on it."
        else:
            do = "Mend it where the graph is made: no executor takes it."
        lines.append(f"| `{code}` | {severity} | {shown(meaning)} | {do} |")
    lines += ["", "## Refusals of transformations", "",
              "Why a transformation does not apply (`mw matches`) stands on its page, condition by condition: see",
              "[transformations](transformations/index.md). A refusal whose code ends in `-unproven`, or begins with `maybe-`, says that",
              "nothing shows the condition to hold, not that it is violated: `mw apply --assume` takes a condition on the arguments for granted.", ""]
    return lines
