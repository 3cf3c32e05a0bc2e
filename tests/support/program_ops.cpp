#include "tests/support/program_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

constexpr int kInputMargin = 2;

const std::vector<std::string>& symbolNames() {
    static const std::vector<std::string> kNames{"N", "M", "L"};
    return kNames;
}

/// Symbols that expressions may use, besides the extents.
const std::vector<TypedName>& scalarSymbols() {
    static const std::vector<TypedName> kNames{{"alpha", "float64"}, {"beta", "float32"},
                                               {"q", "int64"},       {"h", "int32"},
                                               {"flag", "bool"},     {"N", "int32"}};
    return kNames;
}

} // namespace

std::string paramOf(const std::string& symbol) {
    return symbol == "N" ? "i" : symbol == "M" ? "j" : "k";
}

ProgramOps::ProgramOps(RandomSource& random, ProgramText& text, bool& exact)
    : random_(random), text_(text), exact_(exact) {}

Container ProgramOps::input(const std::string& name, const std::string& type,
                            std::vector<Extent> dims) {
    Container made = text_.declare(name, type, std::move(dims), false);
    arguments_.push_back(made);
    return made;
}

void ProgramOps::addInputs() {
    const Extent n{"N", kInputMargin}, m{"M", kInputMargin}, l{"L", kInputMargin};
    done(input("f0", "float64", {n, m, l}));
    done(input("f1", "float64", {n, l}));
    done(input("f2", someType(), {n}));
    done(input("f3", someType(), {m, n}));
    done(input("g0", "float32", {n, m}));
    done(input("n0", "int32", {n, l}));
    done(input("n1", "int64", {l}));
    done(input("b0", "bool", {n, m}));
    input("nb", "int32", {n, {"", 3}});
    input("w", "float64", {n, {"", 3}});
    input("cnt", "int32", {n});
}

std::string ProgramOps::someType() {
    static const std::vector<std::string> kTypes{"float64", "float64", "float64", "float32",
                                                 "int32",   "int64",   "bool"};
    return random_.of(kTypes);
}

std::vector<std::string> ProgramOps::someSymbols() {
    std::vector<std::string> chosen;
    for (const auto& name : symbolNames())
        if (random_.chance(60))
            chosen.push_back(name);
    if (chosen.empty())
        chosen.emplace_back("N");
    if (random_.chance(25))
        std::reverse(chosen.begin(), chosen.end());
    return chosen;
}

Container ProgramOps::target(std::vector<std::string> symbols, const std::string& type,
                             int margin) {
    std::vector<Extent> dims;
    for (auto& symbol : symbols)
        dims.push_back({std::move(symbol), margin});
    return text_.declare(text_.fresh("t"), type, std::move(dims), true);
}

MapShape ProgramOps::shapeOf(const Container& written) const {
    MapShape shape;
    for (const Extent& extent : written.dims) {
        if (extent.symbol.empty())
            continue;
        shape.symbols.push_back(extent.symbol);
        shape.margins.push_back(extent.more);
        shape.ranges += fmt::format("{}{} = 0:{}", shape.ranges.empty() ? "" : ", ",
                                    paramOf(extent.symbol), extent.text());
    }
    return shape;
}

std::string ProgramOps::ownIndex(const Container& written) const {
    std::string text;
    for (const Extent& extent : written.dims)
        text += (text.empty() ? "" : ", ") +
                (extent.symbol.empty() ? std::string("0") : paramOf(extent.symbol));
    return text.empty() ? "[0]" : "[" + text + "]";
}

Read ProgramOps::readOf(const Container& from, const MapShape& shape) {
    std::string text;
    for (const Extent& extent : from.dims) {
        const auto own = std::find(shape.symbols.begin(), shape.symbols.end(), extent.symbol);
        std::string index;
        if (extent.symbol.empty() || own == shape.symbols.end()) {
            index = std::to_string(random_.below(std::max(1, extent.more)));
        } else {
            const int margin = shape.margins[static_cast<std::size_t>(own - shape.symbols.begin())];
            const std::string param = paramOf(extent.symbol);
            const int room = extent.more - margin;
            if (random_.chance(10))
                index = fmt::format("{} - {}", extent.text(-1), param);
            else if (const int offset = random_.below(room + 1); offset > 0)
                index = fmt::format("{} + {}", param, offset);
            else
                index = param;
        }
        text += (text.empty() ? "" : ", ") + index;
    }
    return {&from, text.empty() ? "[0]" : "[" + text + "]"};
}

std::vector<Read> ProgramOps::someReads(const MapShape& shape) {
    const auto fits = [&](const Container& c) {
        return std::all_of(c.dims.begin(), c.dims.end(), [&](const Extent& extent) {
            for (std::size_t d = 0; d < shape.symbols.size(); ++d)
                if (shape.symbols[d] == extent.symbol)
                    return extent.more >= shape.margins[d];
            return true;
        });
    };
    std::vector<const Container*> fitting;
    for (const Container& source : sources_)
        if (fits(source))
            fitting.push_back(&source);
    std::vector<Read> reads;
    for (int i = 1 + random_.below(3); i > 0; --i)
        reads.push_back(readOf(*random_.of(fitting), shape));
    return reads;
}

std::string ProgramOps::expression(const std::vector<Read>& reads, const std::string& type,
                                   int depth, bool symbols) {
    std::vector<TypedName> names;
    for (std::size_t i = 0; i < reads.size(); ++i)
        for (int weight = 0; weight < 2; ++weight)
            names.push_back({"x" + std::to_string(i), reads[i].from->type});
    if (symbols) {
        names.insert(names.end(), scalarSymbols().begin(), scalarSymbols().end());
        for (const auto& param : params_)
            names.push_back({param, "int32"});
    }
    RandomExpression generator(random_, std::move(names));
    std::string text = generator.of(type, depth);
    exact_ = exact_ && !generator.usesLibrary();
    if (isRealType(type) && random_.chance(60))
        return "min(max(" + text + ", (- 500.0)), 500.0)";
    if (!isRealType(type) && type != "bool")
        return "(" + text + " % 500)";
    return text;
}

void ProgramOps::feed(const std::string& entry, const std::vector<Read>& reads,
                      const std::string& node) {
    for (std::size_t i = 0; i < reads.size(); ++i)
        text_.line(fmt::format("{}.OUT_{} -> {}.x{} : {}{}", entry, reads[i].from->name, node, i,
                               reads[i].from->name, reads[i].index));
}

void ProgramOps::map(const Container& written, const MapShape& shape,
                     const std::vector<Read>& reads, const Body& body, const std::string& wcr,
                     std::string index) {
    if (index.empty())
        index = ownIndex(written);
    std::set<std::string> done;
    for (const Read& read : reads)
        text_.access(*read.from);
    const std::string to = text_.access(written);
    const std::string id = text_.fresh("m");
    const std::string exit = "x_" + id;
    static const std::vector<std::string> kSchedules{"", "", " schedule CPU_Multicore",
                                                     " schedule GPU_Device block [32, 2, 1]",
                                                     " schedule Sequential"};
    entry_ = id;
    params_.clear();
    for (const auto& symbol : shape.symbols)
        params_.push_back(paramOf(symbol));
    text_.line(fmt::format("{} = map {} [{}]{} -> {}", id, id, shape.ranges, random_.of(kSchedules),
                           exit));
    const std::string writer = body(reads);
    text_.line(fmt::format("{} = exit {}", exit, id));
    for (const Read& read : reads)
        if (done.insert(read.from->name).second)
            text_.line(fmt::format("a_{0} -> {1}.IN_{0} : {0}{2}", read.from->name, id,
                                   read.from->whole()));
    const std::string conflict = wcr.empty() ? "" : " wcr `" + wcr + "`";
    text_.line(fmt::format("{} -> {}.IN_{} : {}{}{}", writer, exit, written.name, written.name,
                           index, conflict));
    text_.line(fmt::format("{}.OUT_{} -> {} : {}{}{}", exit, written.name, to, written.name,
                           written.whole(), conflict));
    params_.clear();
}

std::string ProgramOps::taskletBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string node = text_.fresh("c");
    text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", node, expression(reads, type, 3)));
    feed(entry_, reads, node);
    return node + ".out";
}

/// Two tasklets with a scalar, or nothing, between them.
std::string ProgramOps::chainBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string between = someType();
    const std::string first = text_.fresh("c");
    text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", first, expression(reads, between, 2)));
    feed(entry_, reads, first);
    const std::string second = text_.fresh("c");
    const Container scratch = text_.declare(text_.fresh("r"), between, {}, true);
    text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", second,
                           expression({{&scratch, "[0]"}}, type, 2)));
    text_.line(fmt::format("a_{0} = access {0}", scratch.name));
    text_.line(fmt::format("{}.out -> a_{} : {}[0]", first, scratch.name, scratch.name));
    text_.line(fmt::format("a_{0} -> {1}.x0 : {0}[0]", scratch.name, second));
    return second + ".out";
}

/// One tasklet of several statements.
std::string ProgramOps::localsBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string node = text_.fresh("c");
    const std::string local = someType();
    std::string code = fmt::format("x9 = {}", expression(reads, local, 2));
    if (local != "bool")
        code += fmt::format("; x9 {}= {}", random_.chance(50) ? "+" : "-",
                            isRealType(local) ? "0.5" : "3");
    code += fmt::format("; out = ({} if {} else {})", expression(reads, type, 1),
                        local == "bool" ? "x9" : "(x9 > 1)", expression(reads, type, 1));
    text_.line(fmt::format("{0} = tasklet {0} `{1}`", node, code));
    feed(entry_, reads, node);
    return node + ".out";
}

std::string ProgramOps::anyBody(const std::vector<Read>& reads, const std::string& type) {
    switch (random_.below(6)) {
    case 0:
        return chainBody(reads, type);
    case 1:
        return localsBody(reads, type);
    case 2:
        return branchBody(reads, type);
    case 3:
        return assignBody(reads, type);
    default:
        return taskletBody(reads, type);
    }
}

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
        "lambda a, b: (a + b)", "lambda a, b: min(a, b)", "lambda a, b: max(a, b)"};
    const std::string wcr = random_.of(kReductions);
    exact_ = exact_ && !(isRealType(type) && wcr.find('+') != std::string::npos);
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
        [&](const std::vector<Read>& reads) { return taskletBody(reads, type); }, wcr);
    text_.closeState();
    done(written);
}

void ProgramOps::addRandom() {
    using Op = void (ProgramOps::*)();
    static const std::vector<Op> kOps{
        &ProgramOps::pointwise,     &ProgramOps::pointwise,   &ProgramOps::gather,
        &ProgramOps::partialUpdate, &ProgramOps::blocked,     &ProgramOps::dynamicRange,
        &ProgramOps::accumulate,    &ProgramOps::scan,        &ProgramOps::neighbourReduce,
        &ProgramOps::reduceAtTop,   &ProgramOps::nestedAtTop, &ProgramOps::copy,
        &ProgramOps::view,          &ProgramOps::hostBranch,  &ProgramOps::hostLoop,
        &ProgramOps::sizedByProgram};
    sources_.reserve(256); // reads point into it
    (this->*random_.of(kOps))();
    if (random_.chance(40))
        text_.closeState();
}

void ProgramOps::addOutput() {
    // of the newest containers, so that most operations matter
    const Container& newest =
        sources_[sources_.size() - 1 - static_cast<std::size_t>(random_.below(2))];
    std::vector<Extent> dims = newest.dims;
    const Container written = input("out" + std::to_string(outputs_++), newest.type, dims);
    const MapShape shape = shapeOf(written);
    std::vector<Read> reads{{&newest, ownIndex(newest)}};
    for (const Read& read : someReads(shape))
        reads.push_back(read);
    map(written, shape, reads,
        [&](const std::vector<Read>& all) { return taskletBody(all, written.type); });
}

} // namespace mw::test
