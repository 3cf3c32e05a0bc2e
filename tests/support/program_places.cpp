// Small numbers of random programs: in scalars, arrays of one element and larger ones, arguments
// and temporaries, read in conditions, assignments, ranges, bounds, indices and nested SDFGs.
#include "tests/support/program_ops.h"

#include <fmt/format.h>

namespace mw::test {

/// Between 0 and 3, written by the program or given.
ProgramOps::Small ProgramOps::smallNumber() {
    Small small;
    if (random_.chance(25)) {
        const Container& given = arguments_[11 + static_cast<std::size_t>(random_.below(3))];
        small.container = given;
        small.isGiven = true;
    } else {
        static const std::vector<std::string> kTypes{"int32", "int32", "int64", "int16"};
        const int elements = random_.of(std::vector<int>{0, 0, 1, 1, 3});
        std::vector<Extent> dims;
        if (elements > 0)
            dims.push_back({"", elements});
        small.container = text_.declare(text_.fresh("s"), random_.of(kTypes), dims, true);
    }
    small.isScalar = small.container.dims.empty();
    const int element = small.isScalar ? 0 : random_.below(small.container.dims[0].more);
    small.text = small.container.name + (small.isScalar ? "" : fmt::format("[{}]", element));
    if (!small.isGiven)
        write(small, random_.of(std::vector<std::string>{"(abs(h + q) % 4)", "((x * 7) % 4)",
                                                         "min((h + 1), 3)", "((N - x) % 4)"}));
    return small;
}

/// The code reads x, an element of an argument. Ends the state.
void ProgramOps::write(const Small& small, const std::string& code) {
    const std::string node = text_.fresh("c");
    text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", node, code));
    if (code.find('x') != std::string::npos)
        text_.line(fmt::format("{} -> {}.x : {}[{}]", text_.access(arguments_[10]), node,
                               arguments_[10].name, random_.below(2)));
    text_.line(fmt::format("{}.out -> {} : {}", node, text_.accessAgain(small.container),
                           small.isScalar ? small.text + "[0]" : small.text));
    text_.closeState();
}

void ProgramOps::inCondition() {
    const Small small = smallNumber();
    const Container written = target(someSymbols(), someType(), 0);
    const MapShape shape = shapeOf(written);
    const auto state = [&](const std::string& name) {
        map(written, shape, someReads(shape),
            [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
        return fmt::format("state {} {{\n{}}}\n", name, text_.takeState());
    };
    text_.closeState();
    static const std::vector<std::string> kConditions{"({} > 1)", "(({} % 2) == 0)",
                                                      "(({} * 2) < (h + 2))", "(not ({} != 1))"};
    const std::string condition = fmt::format(fmt::runtime(random_.of(kConditions)), small.text);
    const std::string name = text_.fresh("branch");
    text_.block(name, fmt::format("branch {} {{ if `{}` {{\n{}}} else {{\n{}}} }}\n", name,
                                  condition, state("yes"), state("no")));
    done(written);
}

/// A container over N, written in full and then again up to `end`, which may be no more than N.
Container ProgramOps::updated(const std::string& end, bool dynamic) {
    const Container written = target({"N"}, someType(), 0);
    MapShape shape = shapeOf(written);
    const auto body = [&](const std::vector<Read>& reads) {
        return taskletBody(reads, written.type);
    };
    map(written, shape, someReads(shape), body);
    text_.closeState();
    shape.ranges = fmt::format("i = 0:{}", dynamic ? "min(count, N)" : end);
    map(written, shape, someReads(shape), body);
    return written;
}

/// An edge assigns what the number says; a range and a tasklet use that.
void ProgramOps::inAssignment() {
    const Small small = smallNumber();
    const std::string symbol = text_.fresh("z");
    static const std::vector<std::string> kValues{"min({}, N)", "min(({} + 1), N)",
                                                  "max(min(({} - 1), N), 0)"};
    text_.assignNext(symbol, fmt::format(fmt::runtime(random_.of(kValues)), small.text));
    text_.declareSymbol(symbol, random_.chance(50) ? "int32" : "int64");
    if (!small.isGiven && random_.chance(50)) { // the symbol keeps what it was given
        text_.closeState();
        const std::string name = text_.fresh("s");
        text_.block(name, fmt::format("  state {} {{\n  }}\n", name));
        write(small, "((x + 1) % 4)");
    }
    const Container written = updated(symbol, false);
    text_.closeState();
    done(written);
}

void ProgramOps::inRange() {
    Small small = smallNumber();
    const bool dynamic = !small.isScalar || random_.chance(40);
    const Container written = updated(fmt::format("min({}, N)", small.text), dynamic);
    if (dynamic) {
        const std::string entry = entry_;
        text_.line(fmt::format("{} -> {}.count : {}", text_.accessAgain(small.container), entry,
                               small.isScalar ? small.text + "[0]" : small.text));
    }
    text_.closeState();
    done(written);
}

/// The body updates a container in place, and sometimes the number itself.
void ProgramOps::inLoopBound() {
    const Small small = smallNumber();
    const Container written = target({"N"}, "int64", 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, someReads(shape),
        [&](const std::vector<Read>& reads) { return taskletBody(reads, written.type); });
    text_.closeState();
    const std::string loop = text_.fresh("loop");
    const std::string variable = "n_" + loop;
    const std::string a = text_.access(written), b = text_.accessAgain(written);
    const std::string id = text_.fresh("m");
    text_.line(fmt::format("{0} = map {0} [i = 0:N] -> x_{0}", id));
    text_.line(fmt::format("c_{0} = tasklet c_{0} `out = (((x * 3) + {1}) % 500)`", id, variable));
    text_.line(fmt::format("x_{0} = exit {0}", id));
    text_.line(fmt::format("{} -> {}.IN_x : {}[0:N]", a, id, written.name));
    text_.line(fmt::format("{0}.OUT_x -> c_{0}.x : {1}[i]", id, written.name));
    text_.line(fmt::format("c_{0}.out -> x_{0}.IN_y : {1}[i]", id, written.name));
    text_.line(fmt::format("x_{}.OUT_y -> {} : {}[0:N]", id, b, written.name));
    std::string body = fmt::format("state body {{\n{}}}\n", text_.takeState());
    if (!small.isGiven && random_.chance(50)) {
        const std::string element = small.isScalar ? small.text + "[0]" : small.text;
        body += fmt::format("state change {{\n r = access {0}\n w = access {0}\n"
                            " c = tasklet c `out = (({1} + x) % 4)`\n r -> c.x : {2}\n"
                            " c.out -> w : {2}\n}}\nbody -> change\n",
                            small.container.name, variable, element);
    }
    text_.block(loop, fmt::format("loop {0} `{1} = 0` `({1} < {2})` `{1} = ({1} + 1)` variable "
                                  "{1} {{\n{3}}}\n",
                                  loop, variable, small.text, body));
    done(written);
}

/// In a memlet outside of every map, itself or through a symbol.
void ProgramOps::inIndex() {
    const Small small = smallNumber();
    std::string index = small.text;
    if (!small.isScalar || random_.chance(50)) {
        index = text_.fresh("z");
        text_.assignNext(index, small.text);
        text_.declareSymbol(index, "int32");
    }
    const Container& from = arguments_[2]; // over N + 2
    const Container result = text_.declare(
        text_.fresh("r"), someType(),
        random_.chance(50) ? std::vector<Extent>{} : std::vector<Extent>{{"", 1}}, true);
    const std::string node = text_.fresh("c");
    text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", node,
                           expression({{&from, ""}}, result.type, 2)));
    text_.line(
        fmt::format("{} -> {}.x0 : {}[min({}, N)]", text_.access(from), node, from.name, index));
    text_.line(fmt::format("{}.out -> {} : {}[0]", node, text_.access(result), result.name));
    text_.closeState();
    const Container written = target({"N"}, someType(), 0);
    const MapShape shape = shapeOf(written);
    auto reads = someReads(shape);
    reads.push_back({&result, "[0]"});
    map(written, shape, reads,
        [&](const std::vector<Read>& all) { return taskletBody(all, written.type); });
    text_.closeState();
    done(written);
}

/// What reads the number `s` in a nested SDFG and writes `out` there, perhaps in one further
/// inside.
std::string ProgramOps::nestedReader(const std::string& type, bool isScalar, int depth) {
    const std::string s = isScalar ? "s" : "s[0]";
    std::string text = fmt::format("symbols z:int32 h:int32\n{} s {}{}\narray out int64 [1]\n",
                                   isScalar ? "scalar" : "array", type, isScalar ? "" : " [1]");
    const auto writes = [](const std::string& name, const std::string& code) {
        return fmt::format("state {} {{ t = tasklet t `o = {}`; w = access out; t.o -> w : "
                           "out[0] }}\n",
                           name, code);
    };
    const int kind = random_.below(depth > 0 ? 5 : 4);
    if (kind == 0)
        return text + fmt::format("branch b {{ if `({} > 1)` {{ {} }} else {{ {} }} }}\n", s,
                                  writes("yes", "(h + 10)"), writes("no", "20"));
    if (kind == 1)
        return text + "state one { }\n" + writes("two", "(z - 3)") +
               fmt::format("one -> two with z = `(({} * 2) + h)`\n", s);
    if (kind == 2)
        return text + writes("zero", "1") +
               fmt::format("loop l `z = 0` `(z < {})` `z = (z + 1)` variable z {{ state turn {{ "
                           "r = access out; t = tasklet t `o = ((x * 3) + z)`; w = access out; "
                           "r -> t.x : out[0]; t.o -> w : out[0] }} }}\nzero -> l\n",
                           s);
    if (kind == 3)
        return text + fmt::format("state all {{ a = access s; m = map m [i = 0:3] -> e; t = "
                                  "tasklet t `o = ((x * 5) + i)`; e = exit m; w = access out; "
                                  "a -> m.IN_s : s[0]; m.OUT_s -> t.x : s[0]; t.o -> e.IN_o : "
                                  "out[0] wcr `lambda p, q: max(p, q)`; e.OUT_o -> w : out[0] wcr "
                                  "`lambda p, q: max(p, q)` }}\n{}zero -> all\n",
                                  writes("zero", "2"));
    const bool inner = random_.chance(50);
    return text + fmt::format("state deep {{ a = access s; k = nested k {{h: h}} = sdfg deep {{\n"
                              "{}}}; w = access out; a -> k.s : s[0]; k.out -> w : out[0] }}\n",
                              nestedReader(type, inner, depth - 1));
}

void ProgramOps::inNested() {
    const Small small = smallNumber();
    const Container result = text_.declare(text_.fresh("r"), "int64", {{"", 1}}, true);
    const std::string node = text_.fresh("b");
    text_.line(fmt::format("{0} = nested {0} {{h: h}} = sdfg {0} {{\n{1}}}", node,
                           nestedReader(small.container.type, random_.chance(60), 2)));
    text_.line(fmt::format("{} -> {}.s : {}", text_.access(small.container), node,
                           small.isScalar ? small.text + "[0]" : small.text));
    text_.line(fmt::format("{}.out -> {} : {}[0]", node, text_.access(result), result.name));
    text_.closeState();
    const Container written = target({"N"}, someType(), 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, {{&result, "[0]"}},
        [&](const std::vector<Read>& all) { return taskletBody(all, written.type); });
    text_.closeState();
    done(written);
}

/// A loop changes the number that a nested SDFG in it reads, and gathers what that says.
void ProgramOps::inLoopOfNested() {
    const Small small = smallNumber();
    const Container result = text_.declare(text_.fresh("r"), "int64", {{"", 1}}, true);
    const Container sum = text_.declare(text_.fresh("r"), "int64", {{"", 1}}, true);
    text_.line(fmt::format("z_{0} = tasklet z_{0} `out = {1}`", sum.name, random_.below(9)));
    text_.line(fmt::format("z_{0}.out -> {1} : {0}[0]", sum.name, text_.access(sum)));
    text_.closeState();
    const std::string loop = text_.fresh("loop");
    const std::string variable = "n_" + loop;
    const std::string element = small.isScalar ? small.text + "[0]" : small.text;
    std::string body =
        fmt::format("state body {{\n s = access {0}\n r = access {1}\n k = nested k {{h: {2}}} = "
                    "sdfg k {{\n{3}}}\n"
                    " s -> k.s : {4}\n k.out -> r : {1}[0]\n}}\n",
                    small.container.name, result.name, random_.chance(50) ? variable : "h",
                    nestedReader(small.container.type, random_.chance(60), 1), element);
    body += fmt::format("state gather {{\n r = access {0}\n a = access {1}\n b = access {1}\n"
                        " c = tasklet c `out = (((x * 3) + y) % 500)`\n r -> c.y : {0}[0]\n"
                        " a -> c.x : {1}[0]\n c.out -> b : {1}[0]\n}}\nbody -> gather\n",
                        result.name, sum.name);
    if (!small.isGiven)
        body += fmt::format("state change {{\n r = access {0}\n w = access {0}\n"
                            " c = tasklet c `out = (({1} + x) % 4)`\n r -> c.x : {2}\n"
                            " c.out -> w : {2}\n}}\ngather -> change\n",
                            small.container.name, variable, element);
    static const std::vector<std::string> kEnds{"3", "(h + 1)", "N"};
    text_.block(loop, fmt::format("loop {0} `{1} = 0` `({1} < {2})` `{1} = ({1} + 1)` variable "
                                  "{1} {{\n{3}}}\n",
                                  loop, variable, random_.of(kEnds), body));
    const Container written = target({"N"}, someType(), 0);
    const MapShape shape = shapeOf(written);
    map(written, shape, {{&sum, "[0]"}},
        [&](const std::vector<Read>& all) { return taskletBody(all, written.type); });
    text_.closeState();
    done(written);
}

namespace {

/// Types whose bits are shown as those of others, of the same size.
const std::vector<std::pair<std::string, std::string>>& likeTypes() {
    static const std::vector<std::pair<std::string, std::string>> kTypes{
        {"float64", "int64"}, {"float32", "int32"},  {"int32", "float32"}, {"int64", "float64"},
        {"int32", "uint32"},  {"float64", "uint64"}, {"uint32", "float32"}};
    return kTypes;
}

} // namespace

/// Integers from the bits, whatever type they are shown as.
void ProgramOps::readBits(const Container& seen) {
    const Container written = target({"N"}, "int64", 0);
    map(written, shapeOf(written), {{&seen, "[i]"}}, [&](const std::vector<Read>& reads) {
        const std::string node = text_.fresh("c");
        const std::string code = isRealType(seen.type)
                                     ? "(1 if (x0 > 0.5) else (2 if (x0 < (- 0.5)) else 3))"
                                     : "(x0 % 1009)";
        text_.line(fmt::format("{0} = tasklet {0} `out = {1}`", node, code));
        feed(entry_, reads, node);
        return node + ".out";
    });
    text_.closeState();
    done(written);
}

/// A view that shows the bits of a container as another type of the same size.
void ProgramOps::otherType() {
    const auto& [type, other] = random_.of(likeTypes());
    const Container given = text_.declare(text_.fresh("t"), type, {{"N", 0}}, true);
    MapShape shape = shapeOf(given);
    map(given, shape, someReads(shape),
        [&, kind = type](const std::vector<Read>& reads) { return taskletBody(reads, kind); });
    text_.closeState();
    const Container seen{text_.fresh("v"), other, given.dims, given.strides};
    text_.declareView(seen);
    const std::string a = text_.access(given);
    text_.line(fmt::format("a_{0} = access {0}", seen.name));
    text_.line(fmt::format("{} -> a_{}.views : {}[0:N]", a, seen.name, given.name));
    text_.markAccessed(seen.name);
    readBits(seen);
}

/// The same, written through the view and read as what it is.
void ProgramOps::throughOtherType() {
    const auto& [type, other] = random_.of(likeTypes());
    const Container given = text_.declare(text_.fresh("t"), type, {{"N", 0}}, true);
    const Container shown{text_.fresh("v"), other, given.dims, given.strides};
    text_.declareView(shown);
    const MapShape shape = shapeOf(shown);
    map(shown, shape, someReads(shape),
        [&, kind = other](const std::vector<Read>& reads) { return taskletBody(reads, kind); });
    text_.line(fmt::format("{}.views -> {} : {}[0:N]", text_.access(shown), text_.access(given),
                           given.name));
    text_.closeState();
    readBits(given);
}

} // namespace mw::test
