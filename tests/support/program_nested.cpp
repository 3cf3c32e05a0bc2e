// Nested SDFGs, scans and reductions of random programs.
#include "tests/support/program_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::test {

namespace {

constexpr const char* kSkip = "gt4py.next.program_processors.runners.dace.library_nodes."
                              "reduce_with_skip_values.ReduceWithSkipValues";
constexpr const char* kReduce = "dace.libraries.standard.nodes.reduce.Reduce";

struct Reduction {
    std::string lambda, identity;
};

/// A state of a nested SDFG whose scalars x0, x1, ... and `out` are its containers.
std::string scalarState(const std::string& name, const std::vector<Read>& reads,
                        const std::string& code) {
    std::string text = fmt::format("state {} {{\n", name);
    text +=
        fmt::format("  c = tasklet c `out = {}`\n  o = access out\n  c.out -> o : out[0]\n", code);
    for (std::size_t i = 0; i < reads.size(); ++i)
        text += fmt::format("  a{0} = access x{0}\n  a{0} -> c.x{0} : x{0}[0]\n", i);
    return text + "}\n";
}

std::string scalarContainers(const std::vector<Read>& reads, const std::string& type) {
    std::string text;
    for (std::size_t i = 0; i < reads.size(); ++i)
        text += fmt::format("scalar x{} {}\n", i, reads[i].from->type);
    return text + fmt::format("scalar out {}\n", type);
}

} // namespace

/// if and else in a nested SDFG, as a ConditionalBlock or as edges between states.
std::string ProgramOps::branchBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string node = text_.fresh("b");
    const auto params = std::exchange(params_, {});
    const std::string condition = expression(reads, "bool", 1, false);
    const std::string first = scalarState("yes", reads, expression(reads, type, 2, false));
    const std::string second = scalarState("no", reads, expression(reads, type, 2, false));
    params_ = params;
    text_.line(fmt::format("{0} = nested {0} {{flag: flag, h: h}} = sdfg {0} {{", node));
    text_.line("symbols flag:bool h:int32\n" + scalarContainers(reads, type));
    static const std::vector<std::string> kMore{"", " and flag", " or (h > 1)"};
    const std::string full = "(" + condition + random_.of(kMore) + ")";
    if (random_.chance(60))
        text_.line(
            fmt::format("branch c {{ if `{}` {{\n{}}} else {{\n{}}} }}\n}}", full, first, second));
    else
        text_.line(fmt::format("state entry {{ }}\n{}{}state after {{ }}\nentry -> yes if `{}`\n"
                               "entry -> no if `(not {})`\nyes -> after\nno -> after\n}}",
                               first, second, full, full));
    feed(entry_, reads, node);
    return node + ".out";
}

/// Symbols that edges between the states of a nested SDFG compute.
std::string ProgramOps::assignBody(const std::vector<Read>& reads, const std::string& type) {
    const std::string node = text_.fresh("b");
    const std::string param = params_.empty() ? "h" : params_.front();
    const auto params = std::exchange(params_, {});
    const std::string plain = expression(reads, type, 2, false);
    params_ = params;
    const std::string code =
        type == "bool" ? fmt::format("({} and (s > t))", plain) : fmt::format("({} + s)", plain);
    text_.line(fmt::format("{0} = nested {0} {{p: {1}, h: h}} = sdfg {0} {{", node, param));
    text_.line("symbols p:int32 h:int32 s:int64 t:int32\n" + scalarContainers(reads, type));
    text_.line("state entry { }\nstate middle { }");
    text_.line(scalarState("main", reads, code));
    text_.line(fmt::format("entry -> middle with t = `((p * {}) - h)`\n"
                           "middle -> main with s = `(t {} 3)`\n}}",
                           1 + random_.below(4),
                           random_.of(std::vector<std::string>{"+", "%", "//", "*"})));
    feed(entry_, reads, node);
    return node + ".out";
}

/// A loop over k inside a kernel that carries a value, upwards or downwards.
void ProgramOps::scan() {
    const std::vector<std::vector<std::string>> shapes{{"N", "L"}, {"L", "N"}, {"N", "M", "L"}};
    const auto symbols = random_.of(shapes);
    const std::string type = random_.chance(70) ? "float64" : "float32";
    const Container written = target(symbols, type, 0);
    const Container* source = nullptr;
    for (int tries = 0; !source || std::none_of(source->dims.begin(), source->dims.end(),
                                                [](const auto& e) { return e.symbol == "L"; });
         ++tries)
        source = tries > 50 ? &sources_.front() : &random_.of(sources_);
    MapShape shape;
    std::string row, strideIn = "1", strideOut = "1", columnExtent;
    for (std::size_t d = 0; d < written.dims.size(); ++d) {
        const std::string& symbol = written.dims[d].symbol;
        row += (d ? ", " : "") + (symbol == "L" ? std::string("0:L") : paramOf(symbol));
        if (symbol == "L") {
            strideOut = written.strides[d];
            continue;
        }
        shape.symbols.push_back(symbol);
        shape.margins.push_back(0);
        shape.ranges +=
            fmt::format("{}{} = 0:{}", shape.ranges.empty() ? "" : ", ", paramOf(symbol), symbol);
    }
    std::string column;
    for (std::size_t d = 0; d < source->dims.size(); ++d) {
        const Extent& extent = source->dims[d];
        const bool own = std::find(shape.symbols.begin(), shape.symbols.end(), extent.symbol) !=
                         shape.symbols.end();
        column += d ? ", " : "";
        if (extent.symbol == "L") {
            column += "0:" + extent.text();
            strideIn = source->strides[d];
            columnExtent = extent.text();
        } else {
            column += own ? paramOf(extent.symbol) : "0";
        }
    }
    const bool up = random_.chance(60);
    static const std::vector<std::string> kMore{"", "", " and (k < 100)"};
    const std::string more = random_.of(kMore);
    const std::string condition = fmt::format("((k {}){})", up ? "< L" : ">= 0", more);
    const std::string sum = isRealType(source->type) ? "((c * 0.5) + x)" : "(c + (x * 0.25))";
    const bool skips = random_.chance(30);
    const std::string code = fmt::format(
        "sdfg scan {{\n symbols N:int32 M:int32 L:int32 h:int32\n"
        " array x0 {} [{}] strides [{}] total [{}]\n array out {} [L] strides [{}] total [{}]\n"
        " scalar carry float64 transient\n"
        " state init {{ c = tasklet c `o = 0.5`; w = access carry; c.o -> w : carry[0] }}\n"
        " loop l `k = {}` `{}` `k = (k {} 1)` variable k{} {{\n"
        "  state body {{ r = access carry; w = access carry; a = access x0; b = access out\n"
        "   t = tasklet t `o = {}; y = min(max(o, (- 500.0)), 500.0)`\n"
        "   a -> t.x : x0[k]; r -> t.c : carry[0]; t.o -> w : carry[0]; t.y -> b : out[k] }}\n"
        "  {}state extra {{ r = access carry; w = access carry; t = tasklet t `o = (c + 1.0)`\n"
        "   r -> t.c : carry[0]; t.o -> w : carry[0] }}\n  {} }}\n init -> l\n}}",
        source->type, columnExtent, strideIn, columnExtent, type, strideOut, "L",
        up ? "0" : "L - 1", condition, up ? "+" : "-", random_.chance(30) ? " unroll 2" : "", sum,
        skips ? "branch q { if `((k % 2) == h)` { continue again } }\n  " : "",
        skips ? "body -> q\n  q -> extra" : "body -> extra");
    const std::vector<Read> reads{{source, "[" + column + "]"}};
    map(
        written, shape, reads,
        [&](const std::vector<Read>& all) {
            const std::string node = text_.fresh("b");
            text_.line(fmt::format("{} = nested scan {{N: N, M: M, L: L, h: h}} = {}", node, code));
            feed(entry_, all, node);
            return node + ".out";
        },
        {}, "[" + row + "]");
    done(written);
}

/// Sums and the like over the neighbours, with and without skip values.
void ProgramOps::neighbourReduce() {
    static const std::vector<Reduction> kReductions{{"lambda x, y: (x + y)", "0.0"},
                                                    {"lambda x, y: min(x, y)", "1000.0"},
                                                    {"lambda x, y: max(x, y)", "-1000.0"},
                                                    {"lambda x, y: (x * y)", "1.0"}};
    const Container written = target({"N"}, random_.chance(70) ? "float64" : "float32", 0);
    const MapShape shape = shapeOf(written);
    const Container& table = arguments_[8];
    const Container& weights = arguments_[9];
    const auto reduction = random_.of(kReductions);
    const bool skip = random_.chance(60);
    std::vector<Read> reads{{&weights, "[i, 0:3]"}};
    if (skip)
        reads.push_back({&table, "[i, 0:3]"});
    map(written, shape, reads, [&](const std::vector<Read>&) {
        const std::string node = text_.fresh("l");
        if (skip)
            text_.line(fmt::format("{0} = library {0} {1} with identity = `{2}` with init = "
                                   "`\"{2}\"` with wcr = `\"{3}\"`",
                                   node, kSkip, reduction.identity, reduction.lambda));
        else
            text_.line(fmt::format("{0} = library {0} {1} with axes = `[1]` with identity = "
                                   "`\"{2}\"` with wcr = `\"{3}\"`",
                                   node, kReduce, reduction.identity, reduction.lambda));
        text_.line(fmt::format("{}.OUT_w -> {}._in : w[i, 0:3]", entry_, node));
        if (skip)
            text_.line(fmt::format("{}.OUT_nb -> {}._mask : nb[i, 0:3]", entry_, node));
        return node + "._out";
    });
    done(written);
}

/// A Reduce node of its own over some dimensions of a whole container.
void ProgramOps::reduceAtTop() {
    const Container* source = &sources_.front();
    for (int tries = 0; tries < 20; ++tries) {
        const Container& candidate = random_.of(sources_);
        if (candidate.dims.size() > 1 && candidate.type != "bool")
            source = &candidate;
    }
    static const std::vector<Reduction> kReductions{{"lambda x, y: (x + y)", "0"},
                                                    {"lambda x, y: min(x, y)", "1000"},
                                                    {"lambda x, y: max(x, y)", "-1000"},
                                                    {"lambda x, y: (x * y)", "1"}};
    const auto reduction = random_.of(kReductions);
    if (reduction.identity == "1" && !isRealType(source->type)) { // no product that overflows
        const Container signs = text_.declare(text_.fresh("t"), source->type, source->dims, true);
        map(signs, shapeOf(signs), {{source, ownIndex(signs)}}, [&](const auto& reads) {
            const std::string node = text_.fresh("c");
            text_.line(
                fmt::format("{0} = tasklet {0} `out = (sign(x0) if (x0 != 0) else 1)`", node));
            feed(entry_, reads, node);
            return node + ".out";
        });
        text_.closeState();
        done(signs);
        source = &sources_.back();
    }
    std::vector<Extent> kept;
    std::string axes;
    const bool fromEnd = random_.chance(40);
    for (std::size_t d = 0; d < source->dims.size(); ++d) {
        if (random_.chance(50) || (d + 1 == source->dims.size() && axes.empty()))
            axes += (axes.empty() ? "" : ", ") +
                    std::to_string(static_cast<int>(d) -
                                   (fromEnd ? static_cast<int>(source->dims.size()) : 0));
        else
            kept.push_back(source->dims[d]);
    }
    const bool whole = kept.empty();
    const std::string type = source->type;
    if (whole)
        kept.push_back({"", 1});
    const Container written = text_.declare(text_.fresh("t"), type, kept, true);
    const bool accumulate = !whole && random_.chance(40);
    if (accumulate) {
        const MapShape shape = shapeOf(written);
        map(written, shape, someReads(shape),
            [&](const std::vector<Read>& reads) { return taskletBody(reads, type); });
        text_.closeState();
    }
    const std::string node = text_.fresh("l");
    const std::string from = text_.access(*source);
    text_.line(fmt::format("{0} = library {0} {1} with axes = `{2}` with identity = `{3}` with wcr "
                           "= `\"{4}\"`",
                           node, kReduce, whole && random_.chance(50) ? "null" : "[" + axes + "]",
                           accumulate ? "null" : "\"" + reduction.identity + "\"",
                           reduction.lambda));
    text_.line(fmt::format("{} -> {}._in : {}{}", from, node, source->name, source->whole()));
    text_.line(fmt::format("{}._out -> {} : {}{}", node, text_.access(written), written.name,
                           written.whole()));
    text_.closeState();
    done(written);
}

/// A nested SDFG of the host: two maps and a temporary between them, seen from an offset.
void ProgramOps::nestedAtTop() {
    const Container* source = sourceWith("N", false);
    const int offset = source->dims[0].more > 0 ? random_.below(source->dims[0].more + 1) : 0;
    std::string fixed, stride = source->strides[0];
    for (std::size_t d = 1; d < source->dims.size(); ++d)
        fixed += ", 0";
    const std::string type = source->type;
    const Container written = target({"N"}, type, 0);
    const auto noParams = std::exchange(params_, {});
    const Container x{"x0", type, {}, {}};
    const std::string first = expression({{&x, ""}}, type, 2, false);
    const std::string second = expression({{&x, ""}}, type, 2, false);
    const auto stage = [&](const char* from, const char* to, const std::string& code) {
        return fmt::format(" state s_{1} {{ a = access {0}; b = access {1}\n"
                           "  m = map inner [i = 0:P] -> x\n  c = tasklet c `out = {2}`\n"
                           "  x = exit m\n  a -> m.IN_a : {0}[0:P]; m.OUT_a -> c.x0 : {0}[i]\n"
                           "  c.out -> x.IN_b : {1}[i]; x.OUT_b -> b : {1}[0:P] }}\n",
                           from, to, code);
    };
    const std::string node = text_.fresh("b");
    const std::string from = text_.access(*source);
    text_.line(fmt::format("{0} = nested {0} {{P: N, N: N, M: M, L: L}} = sdfg {0} {{\n"
                           " symbols P:int32 N:int32 M:int32 L:int32\n"
                           " array x0 {1} [P] strides [{2}] total [P]\n"
                           " array tmp {1} [P] transient\n array out {1} [P] strides [{3}] total "
                           "[P]\n{4}{5} s_tmp -> s_out\n}}",
                           node, type, stride, written.strides[0], stage("x0", "tmp", first),
                           stage("tmp", "out", second)));
    text_.line(fmt::format("{} -> {}.x0 : {}[{}:N + {}{}]", from, node, source->name, offset,
                           offset, fixed));
    text_.line(fmt::format("{}.out -> {} : {}[0:N]", node, text_.access(written), written.name));
    done(written);
}

} // namespace mw::test
