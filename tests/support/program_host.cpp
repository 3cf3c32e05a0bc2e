// Copies, views and the control flow of the host of random programs.
#include "tests/support/program_ops.h"

#include <fmt/format.h>

namespace mw::test {

/// Whole or in part, with steps, into another layout and perhaps another type.
void ProgramOps::copy() {
    const Container& source = random_.of(sources_);
    if (source.dims.empty())
        return pointwise();
    const bool stepped = random_.chance(30);
    const std::string type =
        random_.chance(70) || source.type == "bool"
            ? source.type
            : (isRealType(source.type)
                   ? "float64"
                   : random_.of(std::vector<std::string>{"int64", "float64", "float32"}));
    std::vector<Extent> dims;
    std::string from;
    for (const Extent& extent : source.dims) {
        // A dimension of a constant extent keeps an element: maps over none run once.
        const int cut = random_.below(extent.symbol.empty() ? extent.more : extent.more + 1);
        dims.push_back({extent.symbol, extent.more - cut});
        from += fmt::format("{}{}:{}", from.empty() ? "" : ", ", cut, extent.text());
    }
    const Container written = text_.declare(text_.fresh("t"), type, dims, true);
    const std::string a = text_.access(source);
    const bool library = random_.chance(20) && type == source.type;
    if (library) {
        const std::string node = text_.fresh("l");
        text_.line(fmt::format("{0} = library {0} dace.libraries.standard.nodes.copy.node."
                               "CopyLibraryNode",
                               node));
        text_.line(fmt::format("{} -> {}._cpy_in : {}[{}]", a, node, source.name, from));
        text_.line(fmt::format("{}._cpy_out -> {} : {}{}", node, text_.access(written),
                               written.name, written.whole()));
    } else {
        text_.line(fmt::format("{} -> {} : {}[{}] -> {}", a, text_.access(written), source.name,
                               from, written.whole()));
    }
    if (stepped && !source.dims[0].symbol.empty()) { // every second element again, with a step
        text_.closeState();
        std::string part, same;
        for (std::size_t d = 0; d < dims.size(); ++d) {
            part += fmt::format("{}0:{}{}", d ? ", " : "", dims[d].symbol, d == 0 ? ":2" : "");
            same += fmt::format("{}0:{}{}", d ? ", " : "", dims[d].symbol, d == 0 ? ":2" : "");
        }
        text_.line(fmt::format("{} -> {} : {}[{}] -> [{}]", text_.access(source),
                               text_.access(written), source.name, part, same));
        text_.closeState();
    }
    done(written);
}

/// A map that reads a container through a view of part of it; sometimes one that writes so.
void ProgramOps::view() {
    const Container* source = sourceWith("N", false);
    const Extent& extent = source->dims[0];
    const int offset = random_.below(extent.more + 1);
    std::string fixed;
    for (std::size_t d = 1; d < source->dims.size(); ++d)
        fixed += ", 0";
    const Container written = target({"N"}, source->type, 0);
    const std::string name = text_.fresh("v");
    Container seen{name, source->type, {{"N", extent.more - offset}}, {source->strides[0]}};
    text_.declareView(seen);
    const std::string a = text_.access(*source);
    text_.line(fmt::format("a_{} = access {}", name, name));
    text_.line(fmt::format("{} -> a_{}.views : {}[{}:{}{}]", a, name, source->name, offset,
                           extent.text(), fixed));
    text_.markAccessed(name);
    const MapShape shape = shapeOf(written);
    map(written, shape, {readOf(seen, shape)},
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    done(written);
}

/// Two states of which one runs; both write the same container in full.
void ProgramOps::hostBranch() {
    const Container written = target(someSymbols(), someType(), 0);
    const MapShape shape = shapeOf(written);
    text_.closeState();
    const auto state = [&](const std::string& name) {
        map(written, shape, someReads(shape),
            [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
        return fmt::format("state {} {{\n{}}}\n", name, text_.takeState());
    };
    static const std::vector<std::string> kConditions{
        "(N > 2)", "flag", "((h == 1) or (alpha > 0.5))", "(cnt[1] > 1)", "((q % 3) == 0)"};
    const std::string condition = random_.of(kConditions);
    const std::string name = text_.fresh("branch");
    text_.block(name, fmt::format("branch {} {{ if `{}` {{\n{}}} else {{\n{}}} }}\n", name,
                                  condition, state("yes"), state("no")));
    done(written);
}

/// A loop of the host that updates a container in place, and reads its own variable.
void ProgramOps::hostLoop() {
    const std::string type = random_.chance(70) ? "float64" : "int32";
    const Container written = target(someSymbols(), type, 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) { return taskletBody(reads, type); });
    text_.closeState();
    const std::string loop = text_.fresh("loop");
    const std::string variable = "n_" + loop;
    const std::string own = ownIndex(written);
    const std::string a = text_.access(written), b = text_.accessAgain(written);
    const std::string id = text_.fresh("m");
    const std::string scaled = type == "float64" ? "((x * 0.5) + {})" : "(((x * 3) + {}) % 500)";
    text_.line(fmt::format("{0} = map {0} [{1}] -> x_{0}", id, shape.ranges));
    text_.line(fmt::format("c_{0} = tasklet c_{0} `out = {1}`", id,
                           fmt::format(fmt::runtime(scaled), variable)));
    text_.line(fmt::format("x_{0} = exit {0}", id));
    text_.line(fmt::format("{} -> {}.IN_x : {}{}", a, id, written.name, written.whole()));
    text_.line(fmt::format("{0}.OUT_x -> c_{0}.x : {1}{2}", id, written.name, own));
    text_.line(fmt::format("c_{0}.out -> x_{0}.IN_y : {1}{2}", id, written.name, own));
    text_.line(fmt::format("x_{}.OUT_y -> {} : {}{}", id, b, written.name, written.whole()));
    static const std::vector<std::string> kEnds{"3", "h", "cnt[0]", "(h + 1)"};
    text_.block(loop, fmt::format("loop {0} `{1} = 0` `({1} < {2})` `{1} = ({1} + 1)` variable "
                                  "{1} {{\nstate body {{\n{3}}}\n}}\n",
                                  loop, variable, random_.of(kEnds), text_.takeState()));
    done(written);
}

/// A temporary whose extent a symbol gives that the program assigns.
void ProgramOps::sizedByProgram() {
    const std::string symbol = text_.fresh("z");
    static const std::vector<std::string> kSizes{"(N + h)", "(cnt[0] + N)", "((N * 2) - 1)"};
    text_.assignNext(symbol, random_.of(kSizes));
    text_.declareSymbol(symbol, "int32");
    const Container scratch = text_.declare(text_.fresh("t"), "float64", {{symbol, 0}}, true);
    const Container written = target({"N"}, "float64", 0);
    const std::string id = text_.fresh("m");
    const std::string to = text_.access(scratch);
    const std::string from = text_.access(arguments_[2]);
    text_.line(fmt::format("{0} = map {0} [i = 0:{1}] -> x_{0}", id, symbol));
    text_.line(fmt::format("c_{0} = tasklet c_{0} `out = (i * 0.5)`", id));
    text_.line(fmt::format("x_{0} = exit {0}\n{0} -> c_{0}", id));
    text_.line(fmt::format("c_{0}.out -> x_{0}.IN_t : {1}[i]", id, scratch.name));
    text_.line(fmt::format("x_{0}.OUT_t -> {1} : {2}[0:{3}]", id, to, scratch.name, symbol));
    const MapShape shape = shapeOf(written);
    map(written, shape, {{&arguments_[2], "[i]"}, {&scratch, "[i]"}},
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    done(written);
}

} // namespace mw::test
