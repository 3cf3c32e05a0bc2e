// The kinds of maps that a random program has.
#include "tests/support/program_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

void ProgramOps::pointwise() {
    const Container written = target(someSymbols(), someType(), random_.below(2));
    const MapShape shape = shapeOf(written);
    map(written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) { return anyBody(reads, written.type); });
    done(written);
}

const Container* ProgramOps::sourceWith(const std::string& symbol, bool realOnly) {
    std::vector<const Container*> fitting;
    for (const Container& source : sources_)
        if (!source.dims.empty() && source.dims[0].symbol == symbol &&
            (!realOnly || isRealType(source.type)))
            fitting.push_back(&source);
    return fitting.empty() ? nullptr : random_.of(fitting);
}

/// out[i, ...] from field[nb[i, c], ...]; entries of -1 give a constant.
void ProgramOps::gather() {
    const Container* field = sourceWith("N", false);
    if (field->dims.size() < 2 || random_.chance(30))
        field = &sources_.front();
    std::vector<std::string> symbols{"N"};
    if (random_.chance(70))
        symbols.push_back(field->dims[1].symbol);
    const Container written = target(symbols, field->type, 0);
    const MapShape shape = shapeOf(written);
    const bool whole = random_.chance(40); // subscripts for all dimensions
    std::string region, subscripts = "idx";
    for (std::size_t d = 0; d < field->dims.size(); ++d) {
        const Extent& extent = field->dims[d];
        const bool own = symbols.size() > 1 && extent.symbol == symbols[1];
        const std::string at = own ? paramOf(extent.symbol) : "0";
        region += fmt::format("{}{}", d ? ", " : "", d == 0 || whole ? "0:" + extent.text() : at);
        if (d > 0 && whole)
            subscripts += ", " + at;
    }
    const Container& table = arguments_[8];
    const std::vector<Read> reads{{&table, fmt::format("[i, {}]", random_.below(3))},
                                  {field, "[" + region + "]"}};
    map(written, shape, reads, [&](const std::vector<Read>& all) {
        const std::string node = text_.fresh("c");
        const std::string missing = field->type == "bool"     ? "False"
                                    : isRealType(field->type) ? "(- 1.5)"
                                                              : "7";
        text_.line(fmt::format("{0} = tasklet {0} `out = (field[{1}] if (idx != -1) else {2})`",
                               node, subscripts, missing));
        text_.line(fmt::format("{}.OUT_{} -> {}.idx : {}{}", entry_, table.name, node, table.name,
                               all[0].index));
        text_.line(fmt::format("{}.OUT_{} -> {}.field : {}{}", entry_, field->name, node,
                               field->name, all[1].index));
        return node + ".out";
    });
    done(written);
}

/// A container written in full, then in part by a map with steps, in a state of its own. The range
/// of the second may be empty.
void ProgramOps::partialUpdate() {
    const Container written = target(someSymbols(), someType(), 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    MapShape part = shape;
    part.ranges.clear();
    for (std::size_t d = 0; d < part.symbols.size(); ++d) {
        static const std::vector<std::string> kEnds{"", " - 1", " - h"};
        const std::string end = part.symbols[d] + random_.of(kEnds);
        part.ranges += fmt::format("{}{} = {}:{}:{}", d ? ", " : "", paramOf(part.symbols[d]),
                                   random_.below(2), end, 1 + random_.below(3));
    }
    map(written, part, someReads(part),
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    done(written);
}

/// A map over blocks with a sequential map over the elements of the block inside.
void ProgramOps::blocked() {
    const std::string symbol = random_.of(symbolNames());
    const Container written = target({symbol}, someType(), 0);
    const MapShape shape = shapeOf(written);
    const auto reads = someReads(shape);
    const std::string p = paramOf(symbol);
    const int size = 2 + random_.below(3);
    std::set<std::string> seen;
    for (const Read& read : reads)
        text_.access(*read.from);
    const std::string to = text_.access(written);
    const std::string outer = text_.fresh("m"), inner = text_.fresh("m");
    static const std::vector<std::string> kUnroll{"", " unroll 0", " unroll 2"};
    text_.line(fmt::format("{0} = map {0} [{1}{1} = 0:{2}:{3}] -> x_{0}", outer, p, symbol, size));
    text_.line(fmt::format("{0} = map {0} [{1} = {1}{1}:Min({2}, {1}{1} + {3})] schedule "
                           "Sequential{4} -> x_{0}",
                           inner, p, symbol, size, random_.of(kUnroll)));
    entry_ = inner;
    params_ = {p};
    const std::string node = anyBody(reads, written.type);
    params_.clear();
    text_.line(fmt::format("x_{0} = exit {0}", inner));
    text_.line(fmt::format("x_{0} = exit {0}", outer));
    for (const Read& read : reads) {
        const std::string& name = read.from->name;
        if (!seen.insert(name).second)
            continue;
        text_.line(fmt::format("a_{0} -> {1}.IN_{0} : {0}{2}", name, outer, read.from->whole()));
        text_.line(fmt::format("{1}.OUT_{0} -> {2}.IN_{0} : {0}{3}", name, outer, inner,
                               read.from->whole()));
    }
    text_.line(fmt::format("{0} -> x_{1}.IN_o : {2}[{3}]", node, inner, written.name, p));
    text_.line(fmt::format("x_{0}.OUT_o -> x_{1}.IN_o : {2}[{3}{3}:Min({4}, {3}{3} + {5})]", inner,
                           outer, written.name, p, symbol, size));
    text_.line(
        fmt::format("x_{0}.OUT_o -> {1} : {2}{3}", outer, to, written.name, written.whole()));
    done(written);
}

/// A range whose end is an element of an array; the rest keeps what an earlier state wrote.
void ProgramOps::dynamicRange() {
    const Container written = target({"N"}, someType(), 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    MapShape part = shape;
    part.ranges = "i = 0:count";
    const auto reads = someReads(part);
    map(written, part, reads,
        [&](const std::vector<Read>& all) { return taskletBody(all, written.type); });
    const std::string entry = entry_;
    const Container& counts = arguments_[10];
    const std::string node = text_.accessAgain(counts);
    text_.line(fmt::format("{} -> {}.count : {}[{}]", node, entry, counts.name, random_.below(2)));
    text_.closeState();
    done(written);
}

/// Conflict resolution into fewer dimensions than the map has.
void ProgramOps::accumulate() {
    const std::string type = random_.of(std::vector<std::string>{"float64", "int32", "int64"});
    const Container written = random_.chance(30)
                                  ? text_.declare(text_.fresh("t"), type, {{"", 1}}, true)
                                  : target({random_.of(symbolNames())}, type, 0);
    if (written.dims[0].symbol.empty()) {
        const std::string node = text_.fresh("c");
        text_.line(fmt::format("{0} = tasklet {0} `out = 1`", node));
        text_.line(fmt::format("{}.out -> {} : {}[0]", node, text_.access(written), written.name));
    } else {
        const MapShape shape = shapeOf(written);
        map(written, shape, someReads(shape),
            [&](const std::vector<Read>& reads) { return taskletBody(reads, type); });
    }
    text_.closeState();
    static const std::vector<std::string> kReductions{
        "lambda a, b: (a + b)", "lambda a, b: min(a, b)", "lambda a, b: max(a, b)",
        "lambda a, b: (a * b)"};
    const std::string wcr = random_.of(kReductions);
    const bool product = wcr.find('*') != std::string::npos;
    exact_ = exact_ && !(isRealType(type) && (product || wcr.find('+') != std::string::npos));
    Container whole{"", "", {{"N", 0}, {"M", 0}, {"L", 0}}, {}};
    whole.dims.erase(whole.dims.begin() + random_.below(2));
    MapShape shape = shapeOf(whole);
    const std::string& own = written.dims[0].symbol;
    if (!own.empty() &&
        std::find(shape.symbols.begin(), shape.symbols.end(), own) == shape.symbols.end()) {
        whole.dims.push_back({own, 0});
        shape = shapeOf(whole);
    }
    map(
        written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) {
            if (!product)
                return taskletBody(reads, type);
            const std::string node = text_.fresh("c"); // nothing that many factors overflow with
            const std::string factor = expression(reads, type, 2);
            text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", node,
                                   isRealType(type) ? "min(max(" + factor + ", (- 1.5)), 1.5)"
                                                    : "(1 if (" + factor + " != 7) else (- 1))"));
            feed(entry_, reads, node);
            return node + ".out";
        },
        wcr);
    text_.closeState();
    done(written);
}

} // namespace mw::test
