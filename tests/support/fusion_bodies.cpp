// The bodies of maps in random programs for fusing.
#include "tests/support/fusion_bodies.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

const std::vector<std::string>& FusionBodies::symbols() {
    static const std::vector<std::string> kSymbols{"s", "k", "N"};
    return kSymbols;
}

std::string FusionBodies::name(std::set<std::string>& taken) {
    static const std::vector<std::string> kPool{"i", "j", "k", "p", "q", "s", "x", "y", "t"};
    for (int tries = 0; tries < 8; ++tries)
        if (const auto& chosen = random_.of(kPool); taken.insert(chosen).second)
            return chosen;
    const std::string other = text_.fresh("n");
    taken.insert(other);
    return other;
}

void FusionBodies::feed(const OpenMap& map, const Source& source, const std::string& node,
                        const std::string& connector, const std::string& subset) {
    fed_.insert(map.entry + " " + source.connector);
    text_.edge(fmt::format("{}.OUT_{} -> {}{} : {}{}", map.entry, source.connector, node,
                           connector.empty() ? "" : "." + connector, source.field->name, subset));
}

void FusionBodies::pass(const OpenMap& map, const Source& source, const std::string& inner) {
    feed(map, source, inner, "IN_" + source.connector,
         source.field->row > 0 ? text_.part(*source.field, source.at, 0, source.field->row)
                               : text_.element(*source.field, source.at));
}

void FusionBodies::store(const OpenMap& map, const Target& target, const std::string& from,
                         const std::string& subset) {
    text_.edge(fmt::format("{} -> {}.IN_{} : {}{}{}", from, map.exit, target.connector,
                           target.field->name, subset, target.wcr));
}

std::string FusionBodies::integer(const OpenMap& map) {
    std::vector<std::string> names = map.params;
    names.insert(names.end(), map.outer.begin(), map.outer.end());
    for (const auto& symbol : symbols())
        if (!map.taken.contains(symbol))
            names.push_back(symbol);
    return random_.of(names);
}

/// Different factors, so that an exchange of two values shows.
std::string FusionBodies::sum(const OpenMap& map, const std::vector<std::string>& values,
                              std::vector<std::string> integers) {
    static const std::vector<std::string> kFactors{"2.0", "3.0", "0.5", "- 1.5"};
    if (random_.chance(70) || values.empty())
        integers.push_back(integer(map));
    std::string text;
    const auto add = [&](const std::string& term) {
        text = text.empty() ? term : fmt::format("({} + {})", text, term);
    };
    for (std::size_t i = 0; i < values.size(); ++i)
        add(fmt::format("({} * ({}))", values[i], kFactors[i % kFactors.size()]));
    for (std::size_t i = 0; i < integers.size(); ++i)
        add(fmt::format("({} * {})", integers[i], i == 0 ? 10 : 100));
    return text;
}

std::vector<std::string> FusionBodies::elements(OpenMap& map, const std::string& node) {
    std::vector<std::string> connectors;
    for (const Source& source : map.sources) {
        const std::string connector = name(map.taken);
        const std::string row =
            source.field->row > 0 ? std::to_string(random_.below(source.field->row)) : "0";
        feed(map, source, node, connector, text_.element(*source.field, source.at, row));
        connectors.push_back(connector);
    }
    if (map.sources.empty())
        text_.edge(fmt::format("{} -> {}", map.entry, node));
    return connectors;
}

const Source* FusionBodies::rowSource(const OpenMap& map) {
    std::vector<const Source*> rows;
    for (const Source& source : map.sources)
        if (source.field->row > 0)
            rows.push_back(&source);
    return rows.empty() ? nullptr : random_.of(rows);
}

void FusionBodies::tasklet(OpenMap& map) {
    const std::string node = text_.fresh("c");
    const auto connectors = elements(map, node);
    std::string code;
    for (std::size_t i = 0; i < map.targets.size(); ++i) {
        code += fmt::format("{}z{} = {}", i ? "; " : "", i, sum(map, connectors, {}));
        store(map, map.targets[i], fmt::format("{}.z{}", node, i),
              text_.element(*map.targets[i].field, map.targets[i].at));
    }
    text_.node(fmt::format("{0} = tasklet {0} `{1}`", node, code));
    for (const auto& connector : connectors)
        if (connector.size() == 1 && std::string("ijkpqs").find(connector) != std::string::npos)
            mark("a connector with the name of a parameter elsewhere");
}

void FusionBodies::locals(OpenMap& map) {
    const std::string node = text_.fresh("c");
    const auto connectors = elements(map, node);
    const std::string code = sum(map, connectors, {});
    const std::string local = name(map.taken);
    text_.node(fmt::format("{0} = tasklet {0} `{1} = ({2} * 3); z = {3}`", node, local, code,
                           sum(map, {local}, {})));
    store(map, map.targets[0], node + ".z",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("a tasklet's local");
}

/// Two tasklets, the value between them in a scalar.
void FusionBodies::chain(OpenMap& map) {
    const std::string first = text_.fresh("c"), second = text_.fresh("c");
    const auto connectors = elements(map, first);
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", first, sum(map, connectors, {})));
    const std::string between = text_.fresh("r");
    text_.declareScalar(between, "float64");
    const std::string node = text_.access(between);
    const std::string connector = name(map.taken);
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", second, sum(map, {connector}, {})));
    text_.edge(fmt::format("{}.z -> {} : {}[0]", first, node, between));
    text_.edge(fmt::format("{} -> {}.{} : {}[0]", node, second, connector, between));
    store(map, map.targets[0], second + ".z",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("a scalar between two tasklets");
}

/// Scalars and symbols go into a nested SDFG, whose names are its own: symbols that states assign
/// anew, branches of which each writes (or one does not).
void FusionBodies::nestedScalars(OpenMap& map, bool writesAlways) {
    const std::string node = text_.fresh("b");
    std::set<std::string> inside{"out"};
    const std::string a = name(inside), b = name(inside);
    std::vector<std::string> scalars;
    std::string containers = fmt::format("scalar out {}\n", map.targets[0].field->type);
    std::string nodes, reads;
    for (const Source& source : map.sources) {
        const bool both = source.field == map.targets[0].field;
        const std::string scalar = both ? "out" : text_.fresh("v");
        scalars.push_back("r" + scalar);
        if (both)
            mark("a nested SDFG that reads and writes one connector");
        if (!both)
            containers += fmt::format("scalar {} {}\n", scalar, source.field->type);
        nodes += fmt::format("a{0} = access {0}\n", scalar);
        reads += fmt::format("a{0} -> c.r{0} : {0}[0]\n", scalar);
        feed(map, source, node, scalar,
             text_.element(*source.field, source.at, source.field->row > 0 ? "1" : "0"));
    }
    if (map.sources.empty())
        text_.edge(fmt::format("{} -> {}", map.entry, node));
    const std::string place = map.targets[0].field->row > 0 ? "1" : "0";
    OpenMap inner;
    inner.params = {a, b};
    inner.taken = {"s", "k", "N"};
    const auto state = [&](const std::string& label) {
        return fmt::format("state {} {{\n{}c = tasklet c `z = {}`\no = access out\n"
                           "{}c.z -> o : out[0]\n}}\n",
                           label, nodes, sum(inner, scalars, {a, b}), reads);
    };
    std::string blocks;
    if (!writesAlways) {
        blocks = fmt::format("branch q {{ if `({} % 2 == 0)` {{\n{}}} }}\n", a, state("yes"));
        mark("a producer under a condition");
    } else if (random_.chance(40)) {
        blocks = fmt::format("branch q {{ if `({} > {})` {{\n{}}} else {{\n{}}} }}\n", a, b,
                             state("yes"), state("no"));
        mark("branches that both write");
    } else if (random_.chance(30)) {
        blocks = fmt::format("loop l `w = 0` `(w < 2)` `w = (w + 1)` variable w {{\n{}{}"
                             "first -> second with {} = `({} + (2 * w))`\n}}\n",
                             state("first"), state("second"), a, a);
        mark("a loop that carries a symbol");
    } else {
        blocks = state("first") + state("second") +
                 fmt::format("first -> second with {} = `({} + 10)`\n", a, a);
        mark("a symbol that a nested SDFG assigns anew");
    }
    text_.node(fmt::format("{0} = nested {0} {{{1}: {2} + 1, {3}: {4}}} = sdfg {0} {{\n"
                           "symbols {1}:int32 {3}:int32\n{5}{6}}}",
                           node, a, random_.of(map.params), b, integer(map), containers, blocks));
    store(map, map.targets[0], node + ".out",
          text_.element(*map.targets[0].field, map.targets[0].at, place));
}

/// Part of a row at once, as a small array of the tasklet.
void FusionBodies::window(OpenMap& map) {
    const Source* source = rowSource(map);
    const std::string node = text_.fresh("c"), connector = name(map.taken);
    const int first = random_.below(source->field->row - 1);
    feed(map, *source, node, connector,
         text_.part(*source->field, source->at, first, source->field->row));
    std::vector<std::string> values{
        fmt::format("{}[{}]", connector, source->field->row - first - 1), connector + "[0]"};
    if (random_.chance(50)) { // once more, through the same connector of the entry
        const std::string again = name(map.taken);
        feed(map, *source, node, again, text_.element(*source->field, source->at, "1"));
        values.push_back(again);
        mark("two regions of one container");
    }
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node, sum(map, values, {})));
    store(map, map.targets[0], node + ".z",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("part of a row");
}

void FusionBodies::reduce(OpenMap& map) {
    const Source* source = rowSource(map);
    const std::string node = text_.fresh("l");
    const auto& dims = source->field->dims;
    const auto axis = source->field->blocked
                          ? 0
                          : std::find(dims.begin(), dims.end(), Field::kRow) - dims.begin();
    text_.node(
        fmt::format("{0} = library {0} dace.libraries.standard.nodes.reduce.Reduce with axes "
                    "= `[{1}]` with identity = `\"0\"` with wcr = `\"lambda x, y: (x + "
                    "y)\"`",
                    node, axis));
    feed(map, *source, node, "_in", text_.part(*source->field, source->at, 0, source->field->row));
    store(map, map.targets[0], node + "._out",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("a reduction of a row");
}

/// An array with strides of its own in a nested SDFG, of which a few elements are read, perhaps
/// through a view.
void FusionBodies::fewElements(OpenMap& map) {
    const Source* source = rowSource(map);
    const std::string node = text_.fresh("b");
    const int row = source->field->row;
    const bool view = random_.chance(50);
    const std::string stride = source->field->rowStride();
    std::set<std::string> inside{"out", "w", "z"};
    const std::string array = name(inside), first = name(inside), last = name(inside);
    std::string text = fmt::format(
        "array {0} float64 [{1}] strides [{2}] total [({1} - 1) * ({2}) + 1]\nscalar out "
        "{3}\n",
        array, row, stride, map.targets[0].field->type);
    std::string read = array, node0 = "a0";
    if (view)
        text += fmt::format("view w float64 [{}] strides [{}] transient\n", row - 1, stride);
    text += fmt::format("state q {{\na0 = access {}\no = access out\n", array);
    if (view) {
        text += "av = access w\n";
        read = "w";
        node0 = "av";
        mark("a view inside a nested SDFG");
    }
    text += fmt::format("c = tasklet c `z = ({0} + ({1} * 5.0))`\n{5}{2} -> c.{0} : {3}[0]\n"
                        "{2} -> c.{1} : {3}[{4}]\nc.z -> o : out[0]\n}}\n",
                        first, last, node0, read, view ? row - 2 : row - 1,
                        view ? fmt::format("a0 -> av.views : {}[1:{}]\n", array, row) : "");
    text_.node(
        fmt::format("{0} = nested {0} {{N: N, M: M}} = sdfg {0} {{\nsymbols N:int32 M:int32\n"
                    "{1}}}",
                    node, text));
    feed(map, *source, node, array, text_.part(*source->field, source->at, 0, row));
    store(map, map.targets[0], node + ".out",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("strides of a nested SDFG's own");
}

void FusionBodies::lengths(OpenMap& map) {
    const std::string node = text_.fresh("c");
    text_.node(fmt::format("{0} = tasklet {0} `z = (({1} * 5) % 3)`", node, map.params[0]));
    text_.edge(fmt::format("{} -> {}", map.entry, node));
    store(map, map.targets[0], node + ".z",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("lengths that a map computes");
}

void FusionBodies::full(OpenMap& map) {
    const bool rows = rowSource(map) != nullptr;
    if (map.targets[0].field->row > 0) {
        const int kind = map.targets[0].wcr.empty() ? random_.below(5) : 4;
        return kind == 0 ? rowLocal(map) : kind < 3 ? rowNested(map, 0) : rowMap(map, 0);
    }
    if (map.targets.size() > 1)
        return tasklet(map);
    // A nested SDFG writes its container as it is: conflict resolution outside has no meaning then.
    const int kinds = map.targets[0].wcr.empty() ? 10 : 3;
    switch (random_.below(kinds)) {
    case 0:
    case 1:
        return locals(map);
    case 2:
        return chain(map);
    case 3:
    case 4:
        return nestedScalars(map, true);
    case 5:
        return rows ? window(map) : tasklet(map);
    case 6:
    case 7:
        return rows ? fewElements(map) : tasklet(map);
    case 8:
        return rows ? reduce(map) : tasklet(map);
    default:
        return tasklet(map);
    }
}

void FusionBodies::partial(OpenMap& map) {
    if (map.targets[0].field->row > 0 && random_.chance(70))
        return random_.chance(50) ? rowMap(map, 1) : rowNested(map, 1);
    nestedScalars(map, false);
}

/// An inner map, of a length that data gives where the map has a source for it.
void FusionBodies::accumulating(OpenMap& map) {
    Target& target = map.targets[0];
    const std::string id = text_.fresh("m"), node = text_.fresh("c");
    const auto dynamic = std::find_if(map.sources.begin(), map.sources.end(),
                                      [](const Source& s) { return s.field->type == "int32"; });
    std::string end = "3";
    std::set<std::string> outside = map.taken;
    if (dynamic != map.sources.end()) {
        end = name(map.taken);
        feed(map, *dynamic, id, end, text_.element(*dynamic->field, dynamic->at));
        mark("a range inside the map that data gives");
    }
    const std::string param = name(map.taken);
    text_.node(
        fmt::format("{0} = map {0} [{1} = 0:{2}] schedule Sequential -> x_{0}", id, param, end));
    OpenMap inner = map;
    inner.entry = id;
    std::erase_if(inner.sources, [](const Source& s) { return s.field->type == "int32"; });
    for (const Source& source : inner.sources)
        pass(map, source, id);
    if (inner.sources.empty() && end == "3")
        text_.edge(fmt::format("{} -> {}", map.entry, id));
    const auto connectors = elements(inner, node);
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node, sum(inner, connectors, {param})));
    text_.node(fmt::format("x_{0} = exit {0}", id));
    const std::string wcr = " wcr `lambda a, b: (a + b)`";
    const std::string place =
        text_.element(*target.field, target.at, target.field->row > 0 ? "1" : "0");
    text_.edge(fmt::format("{}.z -> x_{}.IN_o : {}{}{}", node, id, target.field->name, place, wcr));
    target.wcr = wcr;
    store(map, target, fmt::format("x_{}.OUT_o", id), place);
    mark("accumulation inside the map");
}

void FusionBodies::gather(OpenMap& map, const Field& field, const Field& indices) {
    const std::string node = text_.fresh("c"), values = name(map.taken), index = name(map.taken);
    Source all, at;
    for (const Source& source : map.sources) {
        if (source.field == &field)
            all = source;
        if (source.field == &indices)
            at = source;
    }
    feed(map, all, node, values, text_.whole(field));
    feed(map, at, node, index, text_.element(indices, at.at));
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node,
                           sum(map, {fmt::format("{}[{}]", values, index)}, {})));
    store(map, map.targets[0], node + ".z",
          text_.element(*map.targets[0].field, map.targets[0].at));
    mark("a gather");
}

} // namespace mw::test
