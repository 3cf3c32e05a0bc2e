"""The codes of diagnostics, findings and refusals, as the sources have them.

A code is the first string of a call that makes a Diagnostic (`fail("missing-key", "the node has no
'type'")`), a row of the table of findings, or the code of a `refuse(...)` of a transformation.
"""
import collections
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What makes a diagnostic, and which of its arguments is the code.
MAKERS = {"fail": (0, 1), "mw::fail": (0, 1), "fileError": (0,), "failAt": (2,), "failed": (0, 1), "wrong": (0,),
          "inFile": (0,), "note": (0, 1), "warning": (0,), "error": (0,), "hint": (0,), "noMatch": (0,), "Diagnostic": (0, 1),
          "refuse": (0,)}
CODE = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|R"(\w*)\((.*?)\)\2"', re.S)

Code = collections.namedtuple("Code", "code sentences files")


@functools.cache
def sources(*folders):
    """Paths of the C++ sources below folders of the repository, in order."""
    return sorted(path for folder in folders for pattern in ("*.cpp", "*.h")
                  for path in (ROOT / folder).rglob(pattern))


def without_comments(text):
    """The text with comments as spaces, so that places stay where they are."""
    kept = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'|R"(\w*)\(.*?\)\1"|(//[^\n]*|/\*.*?\*/)', re.S)
    return kept.sub(lambda m: " " * len(m[0]) if m[2] else m[0], text)


@functools.cache
def code_of(path):
    """The text of a source without its comments."""
    return without_comments(path.read_text())


def arguments(text, opening):
    """The arguments of a call whose bracket opens there, each as its text."""
    depth, begin, found, at = 0, opening + 1, [], opening
    while at < len(text):
        c = text[at]
        if c in "\"'":
            literal = STRING.match(text, at) if c == '"' else re.compile(r"'(?:[^'\\]|\\.)*'").match(text, at)
            if literal:
                at = literal.end()
                continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                found.append(text[begin:at])
                return found
        elif c == "," and depth == 1:
            found.append(text[begin:at])
            begin = at + 1
        at += 1
    return found


def strings(text):
    """The string literals of a piece of source as one text, `...` where something else stands between."""
    parts, last = [], None
    for m in STRING.finditer(text):
        if last is not None and text[last:m.start()].strip():
            parts.append("..." if "+" in text[last:m.start()] else " / ")
        parts.append(m[1] if m[1] is not None else m[3] or "")
        last = m.end()
    said = "".join(parts)
    for spelled, meant in (('\\"', '"'), ("\\n", " "), ("\\\\", "\\")):
        said = said.replace(spelled, meant)
    said = said.replace("{{", "\0").replace("}}", "\1")
    said = re.sub(r"\{[^{}]*\}", "...", said)
    return re.sub(r"\s+", " ", said.replace("\0", "{").replace("\1", "}")).strip()


@functools.cache
def findings():
    """Of each finding of `mw check`: code -> (kind, severity, meaning)."""
    text = without_comments((ROOT / "core/validate/finding_codes.cpp").read_text())
    table = text[text.index("kCodes"):]
    found = {}
    for m in re.finditer(r'\{"(' + CODE + r')",\s*(\w+),\s*"([a-z/]+)"', table):
        words = arguments(table, m.start())
        found[m[1]] = (m[2], m[3], strings(words[4]))
    return found


def constants(text):
    """Names of strings of a source that may be codes: kName -> code."""
    return dict(re.findall(r'constexpr [\w:]+ (k\w+) = "(' + CODE + r')";', text))


@functools.cache
def diagnostics():
    """Every code that a call makes a diagnostic with, outside of findings and refusals, sorted."""
    sentences, files = collections.defaultdict(list), collections.defaultdict(set)
    known = findings()
    everywhere = {}
    texts = {path: code_of(path) for path in sources("core", "app", "transforms", "viewers")}
    for text in texts.values():
        everywhere.update(constants(text))
    call = re.compile(r"(?<![\w.>])((?:mw::)?(?:" + "|".join(n for n in MAKERS if "::" not in n) + r"))\s*([({])")
    for path, text in texts.items():
        folder = path.relative_to(ROOT).as_posix()
        for m in call.finditer(text):
            if folder in ("core/ir/dump_state_parser.cpp", "core/symbolic/parse.cpp"): # their fail() takes a sentence alone
                continue
            if m[1] in ("refuse", "noMatch") and folder.startswith("transforms/"):
                continue
            if m[1] in ("error", "warning", "hint", "note") and not folder.startswith("core/"):
                continue
            words = arguments(text, m.start(2))
            for position in MAKERS.get(m[1], (0,)):
                if position >= len(words):
                    continue
                word = words[position].strip()
                literal = re.fullmatch(r'"(' + CODE + r')"', word)
                # `which ? "one" : "other"`
                codes = [literal[1]] if literal else re.findall(r'[?:]\s*"(' + CODE + r')"', word) if "?" in word else []
                if word in everywhere:
                    codes = [everywhere[word]]
                for code in codes:
                    if code in known:
                        continue
                    said = strings(",".join(words[position + 1:]))
                    if said and said not in sentences[code]:
                        sentences[code].append(said)
                    files[code].add(folder)
                if codes:
                    break
        for m in re.finditer(r'(?:\.|->)code = ([^;=]*);', text):
            # of `reply.value("code", "runner-error")` the name of the member is none
            for code in re.findall(r'(?<!value\()"(' + CODE + r')"', m[1]):
                said = re.compile(r"sentence \+?= ([^;]*);").search(text, m.end(), m.end() + 300)
                if said and strings(said[1]) and strings(said[1]) not in sentences[code]:
                    sentences[code].append(strings(said[1]))
                files[code].add(folder)
        for m in re.finditer(r'(?<![\w(])"(' + CODE + r')",\s*fmt::format\(((?:[^;"]|"[^"\n]*")*?)\),\s*\{\},\s*\{\}\}', text):
            files[m[1]].add(folder)
            if strings(m[2]) not in sentences[m[1]]:
                sentences[m[1]].append(strings(m[2]))
        for m in re.finditer(r'Severity::\w+,\s*"(' + CODE + r')",((?:[^,;]|"[^"]*")*)', text):
            if m[1] not in known and not folder.startswith("core/validate/"):
                files[m[1]].add(folder)
                said = strings(m[2])
                if said and said not in sentences[m[1]]:
                    sentences[m[1]].append(said)
    return [Code(code, sentences[code], sorted(files[code])) for code in sorted(files)]


def asked():
    """Codes that sources compare a diagnostic's with: all of them have to be among the others."""
    found = set()
    for path in sources("core", "app", "transforms", "viewers"):
        found.update(re.findall(r'(?:\.|->)code == "(' + CODE + r')"', code_of(path)))
    return found


def refusal_calls(text, number):
    """Pairs (what stands for the number, code) of the calls of refuse() in a text."""
    pattern = re.compile(r'refuse(?:Uncertain)?\(\s*(' + number + r'),\s*(verdict,\s*)?"([a-z-]+)"')
    for m in pattern.finditer(text):
        words = arguments(text, text.index("(", m.start()))
        said = strings(",".join(words[2 + bool(m[2]):]))
        yield m[1], m[3], said
        if m[2]:
            yield m[1], m[3] + "-unproven", said


@functools.cache
def toolkit_refusals():
    """Function of the toolkit that takes the number of a condition -> {code: sentence}, what it hands on to too."""
    text = "".join(code_of(path) for path in sources("transforms/toolkit"))
    bodies = {}
    for m in re.finditer(r"\n[\w:<>, ]+[ >](\w+)\(int condition\b", text):
        brace = text.find("{", m.start())
        if text.find(";", m.start()) > brace:
            bodies[m[1]] = text[brace:text.find("\n}\n", brace)]
    codes = {name: {} for name in bodies}
    calls = {name: list(refusal_calls(body, "condition")) for name, body in bodies.items()}
    for _ in bodies:
        for name, body in bodies.items():
            for _, code, said in calls[name]:
                codes[name].setdefault(code, said)
            for other, found in codes.items():
                if other != name and other + "(condition" in body:
                    codes[name].update({c: s for c, s in found.items() if c not in codes[name]})
    return codes


@functools.cache
def transformation_texts():
    """Name of a transformation, as its sources spell it -> their text."""
    texts = collections.defaultdict(str)
    for path in sources("transforms"):
        texts[path.relative_to(ROOT / "transforms").parts[0].removesuffix(".cpp")] += code_of(path)
    return texts


@functools.cache
def own_refusals(transformation):
    """(condition, code) -> sentence of what a transformation's sources refuse with; function -> the conditions that it has."""
    text = transformation_texts()[transformation.replace("-", "_")]
    found = {}
    for number, code, said in refusal_calls(text, r"\d+"):
        found.setdefault((int(number), code), said)
    condition = re.search(r"refuse\(\s*(\d+),\s*verdict,\s*code,", text)
    if condition:
        for m in re.finditer(r'return check\w+\([^;"]*"([a-z]+(?:-[a-z]+)+)"\);', text):
            found.setdefault((int(condition[1]), m[1]), "")
            found.setdefault((int(condition[1]), m[1] + "-unproven"), "")
    asked_of = collections.defaultdict(list)
    for m in re.finditer(r"\b(\w+)\((\d+),", text):
        asked_of[m[1]].append(int(m[2]))
    return found, asked_of


def refusals(transformation, toolkit=None):
    """Sorted (condition, code, sentence) that a transformation refuses with."""
    toolkit = toolkit if toolkit is not None else toolkit_refusals()
    own, asked_of = own_refusals(transformation)
    found = dict(own)
    for function, codes in toolkit.items():
        for number in asked_of.get(function, []):
            for code, said in codes.items():
                found.setdefault((number, code), said)
    # What asks with the number 0 wants to know, and refuses nothing.
    return sorted((number, code, said) for (number, code), said in found.items() if number > 0)
