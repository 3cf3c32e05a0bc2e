// Bodies that write a row, or several elements.
#include "tests/support/fusion_bodies.h"

#include <fmt/format.h>

namespace mw::test {

/// An inner map over the row from `first` on. Its parameter may hide one of the outer map's.
void FusionBodies::rowMap(OpenMap& map, int first) {
    const Target& target = map.targets[0];
    const int row = target.field->row;
    const std::string id = text_.fresh("m"), node = text_.fresh("c");
    std::set<std::string> taken = map.taken;
    const std::string param = name(taken);
    text_.node(fmt::format("{0} = map {0} [{1} = {2}:{3}] -> x_{0}", id, param, first, row));
    OpenMap inner = map;
    inner.taken = taken;
    const bool turned = first == 0 && !map.inPlace && random_.chance(30);
    const std::string own = turned ? fmt::format("{} - {}", row - 1, param) : param;
    std::vector<std::string> connectors;
    for (const Source& source : map.sources) {
        const bool wide = source.field->row > 0;
        const std::string connector = name(inner.taken);
        pass(map, source, id);
        text_.edge(fmt::format("{}.OUT_{} -> {}.{} : {}{}", id, source.connector, node, connector,
                               source.field->name,
                               text_.element(*source.field, source.at, wide ? param : "0")));
        connectors.push_back(connector);
    }
    if (map.sources.empty())
        text_.edge(fmt::format("{} -> {}\n{} -> {}", map.entry, id, id, node));
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node, sum(inner, connectors, {param})));
    text_.node(fmt::format("x_{0} = exit {0}", id));
    text_.edge(fmt::format("{}.z -> x_{}.IN_o : {}{}{}", node, id, target.field->name,
                           text_.element(*target.field, target.at, own), target.wcr));
    store(map, target, fmt::format("x_{}.OUT_o", id),
          text_.part(*target.field, target.at, first, row));
    mark(first > 0 ? "a producer of part of a row" : "a map inside the map");
}

/// A nested SDFG with a map over the row, which it sees with the container's strides.
void FusionBodies::rowNested(OpenMap& map, int first) {
    const Target& target = map.targets[0];
    const int row = target.field->row;
    const Source* wide = rowSource(map);
    const std::string node = text_.fresh("b");
    const bool symbolic = random_.chance(50);
    std::set<std::string> inside{"N", "M", "w", "z", "out"};
    const std::string in = name(inside), param = name(inside), connector = name(inside),
                      stride = name(inside);
    const std::string ownStride = target.field->rowStride();
    std::string text =
        fmt::format("array out float64 [{0}] strides [{1}] total [({0} - 1) * ({1}) + 1]\n", row,
                    symbolic ? stride : ownStride);
    if (wide)
        text += fmt::format("array {0} float64 [{1}] strides [{2}] total [({1} - 1) * ({2}) + 1]\n",
                            in, wide->field->row, wide->field->rowStride());
    text += fmt::format("state q {{\no = access out\nm = map m [{0} = {1}:{2}] -> e\n"
                        "c = tasklet c `z = ({3} + ({0} * 7))`\ne = exit m\n{4}c.z -> e.IN_o : "
                        "out[{0}]\ne.OUT_o -> o : out[{1}:{2}]\n",
                        param, first, row, wide ? connector + " * 2.0" : "1.5",
                        wide ? fmt::format("a = access {}\n", in) : "");
    if (wide)
        text += fmt::format(
            "a -> m.IN_a : {0}[0:{1}]\n"
            "m.OUT_a -> c.{2} : {0}[{3}]\n",
            in, wide->field->row, connector,
            !map.inPlace && random_.chance(40) ? fmt::format("{} - {}", row - 1, param) : param);
    else
        text += "m -> c\n";
    text_.node(fmt::format(
        "{0} = nested {0} {{N: N, M: M{1}}} = sdfg {0} {{\nsymbols N:int32 M:int32{2}\n{3}}}\n}}",
        node, symbolic ? fmt::format(", {}: {}", stride, ownStride) : "",
        symbolic ? " " + stride + ":int32" : "", text));
    if (wide)
        feed(map, *wide, node, in, text_.part(*wide->field, wide->at, 0, row));
    else
        text_.edge(fmt::format("{} -> {}", map.entry, node));
    store(map, target, node + ".out", text_.part(*target.field, target.at, 0, row));
    mark(first > 0 ? "a nested producer of part of a row" : "a nested producer of a row");
}

/// A small array inside the map, copied into the row.
void FusionBodies::rowLocal(OpenMap& map) {
    const Target& target = map.targets[0];
    const int row = target.field->row;
    const std::string local = text_.fresh("loc");
    text_.declareLine(fmt::format("array {} float64 [{}] transient", local, row + 2));
    Field field{local, "float64", {Field::kRow}, row + 2, 0, false, true, {}, {"1"}};
    Target inner{&field, map.params, "", "loc"};
    const std::string id = text_.fresh("m"), node = text_.fresh("c");
    const std::string copy = text_.access(local), param = name(map.taken);
    text_.node(fmt::format("{0} = map {0} [{1} = 0:{2}] -> x_{0}", id, param, row));
    OpenMap open = map;
    open.entry = id;
    if (map.sources.empty())
        text_.edge(fmt::format("{} -> {}", map.entry, id));
    for (const Source& source : map.sources)
        pass(map, source, id);
    const auto connectors = elements(open, node);
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node, sum(open, connectors, {param})));
    text_.node(fmt::format("x_{0} = exit {0}", id));
    text_.edge(fmt::format("{}.z -> x_{}.IN_o : {}[{} + 1]", node, id, local, param));
    text_.edge(fmt::format("x_{}.OUT_o -> {} : {}[1:{}]", id, copy, local, row + 1));
    text_.edge(fmt::format("{} -> {}.IN_{} : {}[1:{}] -> {}", copy, map.exit, target.connector,
                           local, row + 1, text_.part(*target.field, target.at, 0, row)));
    mark("a copy out of a local array");
}

void FusionBodies::overlapping(OpenMap& map) {
    const Target& target = map.targets[0];
    const std::string id = text_.fresh("m"), node = text_.fresh("c");
    const std::string param = name(map.taken);
    text_.node(fmt::format("{0} = map {0} [{1} = 0:2] schedule Sequential -> x_{0}", id, param));
    OpenMap inner = map;
    inner.entry = id;
    for (const Source& source : map.sources)
        pass(map, source, id);
    if (map.sources.empty())
        text_.edge(fmt::format("{} -> {}", map.entry, id));
    const auto connectors = elements(inner, node);
    text_.node(fmt::format("{0} = tasklet {0} `z = {1}`", node, sum(inner, connectors, {param})));
    text_.node(fmt::format("x_{0} = exit {0}", id));
    const std::string own = map.params[0];
    text_.edge(
        fmt::format("{}.z -> x_{}.IN_o : {}[{} + {}]", node, id, target.field->name, own, param));
    store(map, target, fmt::format("x_{}.OUT_o", id), fmt::format("[{}:{} + 2]", own, own));
    mark("a producer whose windows overlap");
}

void FusionBodies::twoElements(OpenMap& map) {
    const std::string node = text_.fresh("c");
    const auto connectors = elements(map, node);
    text_.node(fmt::format("{0} = tasklet {0} `z0 = {1}; z1 = {2}`", node, sum(map, connectors, {}),
                           sum(map, connectors, {})));
    const Target target = map.targets[0];
    Target again = target;
    again.connector = text_.fresh(target.connector + "_");
    store(map, target, node + ".z0", text_.element(*target.field, target.at, "0"));
    store(map, again, node + ".z1", text_.element(*target.field, target.at, "1"));
    map.targets.push_back(again);
    mark("two edges to one container");
}

} // namespace mw::test
