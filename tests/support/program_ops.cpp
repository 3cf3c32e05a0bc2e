// The operations that random programs are made of.
#include "tests/support/program_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

constexpr int kInputMargin = 2;

/// Symbols that expressions may use, besides the extents.
const std::vector<TypedName>& scalarSymbols() {
    static const std::vector<TypedName> kNames{{"alpha", "float64"}, {"beta", "float32"},
                                               {"q", "int64"},       {"h", "int32"},
                                               {"flag", "bool"},     {"N", "int32"}};
    return kNames;
}

} // namespace

const std::vector<std::string>& symbolNames() {
    static const std::vector<std::string> kNames{"N", "M", "L"};
    return kNames;
}

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
    input("one", "int32", {{"", 1}});
    input("few", "int64", {{"", 3}});
    input("sole", "int32", {});
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

/// One tasklet with branches around its statements.
std::string ProgramOps::branchesBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string node = text_.fresh("c");
    const auto one = [&](const std::string& of) { return expression(reads, of, 1); };
    std::string code;
    switch (random_.below(3)) {
    case 0:
        code =
            fmt::format("if {}:\\n  out = {}\\nelif {}:\\n  x8 = {}\\n  out = x8\\nelse:\\n  out "
                        "= {}",
                        one("bool"), one(type), one("bool"), one(type), one(type));
        break;
    case 1:
        code = fmt::format("out = {}\\nif {}: out = {}", one(type), one("bool"), one(type));
        break;
    default:
        code = fmt::format(
            "x8 = {0}\\nif {1}:\\n  if {2}:\\n    x8 = {3}\\n  else:\\n    pass\\nout = "
            "x8",
            one(type), one("bool"), one("bool"), one(type));
    }
    text_.line(fmt::format("{0} = tasklet {0} `{1}`", node, code));
    feed(entry_, reads, node);
    return node + ".out";
}

std::string ProgramOps::anyBody(const std::vector<Read>& reads, const std::string& type) {
    switch (random_.below(7)) {
    case 0:
        return chainBody(reads, type);
    case 1:
        return localsBody(reads, type);
    case 2:
        return branchBody(reads, type);
    case 3:
        return assignBody(reads, type);
    case 4:
        return branchesBody(reads, type);
    default:
        return taskletBody(reads, type);
    }
}

void ProgramOps::addRandom() {
    using Op = void (ProgramOps::*)();
    static const std::vector<Op> kOps{&ProgramOps::pointwise,
                                      &ProgramOps::pointwise,
                                      &ProgramOps::gather,
                                      &ProgramOps::partialUpdate,
                                      &ProgramOps::blocked,
                                      &ProgramOps::dynamicRange,
                                      &ProgramOps::accumulate,
                                      &ProgramOps::scan,
                                      &ProgramOps::neighbourReduce,
                                      &ProgramOps::reduceAtTop,
                                      &ProgramOps::nestedAtTop,
                                      &ProgramOps::copy,
                                      &ProgramOps::view,
                                      &ProgramOps::hostBranch,
                                      &ProgramOps::hostLoop,
                                      &ProgramOps::sizedByProgram,
                                      &ProgramOps::inCondition,
                                      &ProgramOps::inAssignment,
                                      &ProgramOps::inRange,
                                      &ProgramOps::inLoopBound,
                                      &ProgramOps::inIndex,
                                      &ProgramOps::inNested,
                                      &ProgramOps::inNested,
                                      &ProgramOps::inLoopOfNested,
                                      &ProgramOps::otherType,
                                      &ProgramOps::throughOtherType};
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
