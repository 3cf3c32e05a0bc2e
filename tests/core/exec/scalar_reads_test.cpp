// When a container of one element is read: each time that its name stands in a condition, an
// assignment, a range, a bound or a memlet, and through each connector, what stands in it now.
// Every container x place x writer as a program of its own; interpreter and C++ give what is worked
// out here.

#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace scalar_reads_test {

using namespace mw;
using test::integer;
using test::Numbers;

namespace {

constexpr int kGiven = 5; ///< what an argument holds in the beginning
constexpr std::size_t kRows = 8;

struct Container {
    const char *title, *declaration, *name; ///< name: as an expression reads it
    bool isScalar, isArgument;
};
constexpr std::array kContainers = {
    Container{"scalar argument", "scalar c int32", "c", true, true},
    Container{"scalar", "scalar c int32 transient", "c", true, false},
    Container{"array argument of one element", "array c int32 [1]", "c[0]", false, true},
    Container{"array of one element", "array c int32 [1] transient", "c[0]", false, false},
};

/// Where it is read: blocks `first` to `last` that write row AT of y by what c holds, and the row
/// that they leave for a value.
struct Place {
    const char* title;
    bool scalarsAlone; ///< a name in a range or memlet, where arrays cannot stand
    std::string (*blocks)(const std::string& c, const std::string& at);
    double (*value)(int c);
};

std::string assigned(const std::string& value, const std::string& at) {
    return fmt::format("t = tasklet t `o = {}`; a = access y; t.o -> a : y[{}]", value, at);
}

const std::array kPlaces = {
    Place{"condition", false,
          [](const std::string& c, const std::string& at) {
              return fmt::format(
                  "branch use {{ if `({} > 3)` {{ state yes {{ {} }} }} else {{ state no "
                  "{{ {} }} }} }}\n",
                  c, assigned("1", at), assigned("2", at));
          },
          [](int c) { return c > 3 ? 1.0 : 2.0; }},
    Place{"interstate assignment", false,
          [](const std::string& c, const std::string& at) {
              return fmt::format("region use {{ state before {{ }}\nstate after {{ {} }}\n"
                                 "before -> after with n = `({} * 10)` }}\n",
                                 assigned("n", at), c);
          },
          [](int c) { return 10.0 * c; }},
    Place{"loop bound", false,
          [](const std::string& c, const std::string& at) {
              return fmt::format(
                  "loop use `j = 0` `(j < {})` `j = (j + 1)` variable j {{ state turn "
                  "{{ {} }} }}\n",
                  c, assigned("(j + 1)", at));
          },
          [](int c) { return static_cast<double>(c); }},
    Place{"map range", true,
          [](const std::string& c, const std::string& at) {
              return fmt::format(
                  "state use {{ m = map m [q = {}:({} + 1)] -> e; t = tasklet t `o = q`; "
                  "e = exit m; a = access y; m -> t; t.o -> e.IN_y : y[{}]; e.OUT_y -> "
                  "a : y[{}] }}\n",
                  c, c, at, at);
          },
          [](int c) { return static_cast<double>(c); }},
    Place{"memlet index", true,
          [](const std::string& c, const std::string& at) {
              return fmt::format(
                  "state use {{ b = access table; t = tasklet t `o = v`; a = access y; "
                  "b -> t.v : table[{}]; t.o -> a : y[{}] }}\n",
                  c, at);
          },
          [](int c) { return 100.0 + c; }},
    Place{"nested input", false,
          [](const std::string&, const std::string& at) {
              return fmt::format(
                  "state use {{ b = access c; k = nested k {{}} = sdfg inner {{ symbols "
                  "z:int32\nscalar s int32\narray w float64 [1]\nstate one {{ }}\n"
                  "state two {{ b = access s; t = tasklet t `o = (v + z)`; a = access w; "
                  "b -> t.v : s[0]; t.o -> a : w[0] }}\none -> two with z = `(s * 2)` "
                  "}}; a = access y; b -> k.s : c[0]; k.w -> a : y[{}] }}\n",
                  at);
          },
          [](int c) { return 3.0 * c; }},
};

const std::string kWrite = "{ t = tasklet t `o = VALUE`; a = access c; t.o -> a : c[0] }";
const std::string kAdd =
    "{ b = access c; t = tasklet t `o = (v + 1)`; a = access c; b -> t.v : c[0]; "
    "t.o -> a : c[0] }";

std::string write(const std::string& name, int value) {
    std::string text = kWrite;
    text.replace(text.find("VALUE"), 5, std::to_string(value));
    return "state " + name + " " + text + "\n";
}

/// Who writes it, and what is read then: the rows of y.
struct Writer {
    const char* title;
    std::string (*blocks)(const Place& place, const Container& container);
    std::vector<int> (*read)(const Container& container);
};
const std::array kWriters = {
    Writer{"before",
           [](const Place& place, const Container& container) {
               return write("begin", 2) + place.blocks(container.name, "0") + "begin -> use\n";
           },
           [](const Container&) { return std::vector{2}; }},
    Writer{"in the loop",
           [](const Place& place, const Container& container) {
               return write("begin", 2) +
                      "loop around `i = 0` `(i < 3)` `i = (i + 1)` variable i {\n" +
                      place.blocks(container.name, "i") + "state more " + kAdd +
                      "\nuse -> more\n}\nbegin -> around\n";
           },
           [](const Container&) {
               return std::vector{2, 3, 4};
           }},
    Writer{"in a branch",
           [](const Place& place, const Container& container) {
               return write("begin", 2) + "branch which { if `(flag > 0)` { " + write("taken", 4) +
                      "} }\n" + place.blocks(container.name, "0") +
                      "begin -> which\nwhich -> use\n";
           },
           [](const Container&) { return std::vector{4}; }},
    Writer{
        "a nested SDFG",
        [](const Place& place, const Container& container) {
            return write("begin", 2) +
                   "state call { k = nested k {} = sdfg sets { scalar out int32\nstate one { t = "
                   "tasklet t `o = 3`; a = access out; t.o -> a : out[0] } }; a = access c; k.out "
                   "-> a : c[0] }\n" +
                   place.blocks(container.name, "0") + "begin -> call\ncall -> use\n";
        },
        [](const Container&) { return std::vector{3}; }},
    Writer{"afterwards",
           [](const Place& place, const Container& container) {
               return (container.isArgument ? "state begin { }\n" : write("begin", kGiven)) +
                      place.blocks(container.name, "0") + write("late", 1) +
                      "begin -> use\nuse -> late\n";
           },
           [](const Container&) { return std::vector{kGiven}; }},
};

struct Case {
    std::string title, text;
    Numbers expected;
    test::TwoWays ways;
};

std::optional<Case> caseOf(const Container& container, const Place& place, const Writer& writer,
                           bool baked, int number) {
    if (place.scalarsAlone && !container.isScalar)
        return std::nullopt;
    Case one;
    one.title = fmt::format("{}, {}, written {}{}", container.title, place.title, writer.title,
                            baked ? ", symbols baked in" : "");
    one.text =
        fmt::format("sdfg g {{\nsymbols n:int32 i:int32 j:int32 flag:int32\narray y float64 [{}]\n"
                    "array table float64 [{}]\n{}\n{}}}\n",
                    kRows, kRows, container.declaration, writer.blocks(place, container));
    const auto document = ir::parseDump(one.text);
    INFO(one.text);
    if (!document)
        FAIL(toString(document.error()));
    one.ways.document = *document;
    one.ways.symbols = {
        {"n", integer(7)}, {"i", integer(0)}, {"j", integer(0)}, {"flag", integer(1)}};
    one.expected.assign(kRows, -1);
    one.ways.inputs["y"] = test::reals(one.expected);
    Numbers table;
    for (std::size_t i = 0; i < kRows; ++i)
        table.push_back(100.0 + static_cast<double>(i));
    one.ways.inputs["table"] = test::reals(table);
    if (container.isArgument && container.isScalar)
        one.ways.symbols["c"] = integer(kGiven);
    else if (container.isArgument)
        one.ways.inputs["c"] = test::ints({kGiven});
    std::size_t row = 0;
    for (const int c : writer.read(container))
        one.expected[row++] = place.value(c);
    codegen::LowerOptions options;
    if (baked)
        options.constants = one.ways.symbols;
    test::lowerFor(one.ways, options, fmt::format("p{}_", number));
    return one;
}

void check(const Case& one, const Expected<exec::InputArrays>& results, const char* way) {
    INFO(one.title << ", " << way);
    if (!results)
        FAIL_CHECK(toString(results.error()));
    else
        CHECK(test::numbers(results->at("y")) == one.expected);
}

} // namespace

TEST_CASE("one element is read where its name stands, whoever wrote it") {
    if (!test::canCompile())
        return;
    std::vector<Case> cases;
    for (const Container& container : kContainers)
        for (const Place& place : kPlaces)
            for (const Writer& writer : kWriters)
                for (const bool baked : {false, true})
                    if (auto one =
                            caseOf(container, place, writer, baked, static_cast<int>(cases.size())))
                        cases.push_back(std::move(*one));
    CHECK(cases.size() == 200);
    std::vector<test::TwoWays*> lowered;
    for (Case& one : cases) {
        INFO(one.title << "\n" << one.text);
        CHECK(one.ways.problem == "");
        if (one.ways.problem.empty())
            lowered.push_back(&one.ways);
    }
    const test::Folder folder;
    REQUIRE(test::compileTo(folder.path / "all", test::sourceOf(lowered), "-O0") == "");
    for (const Case& one : cases) {
        INFO(one.text);
        check(one, test::runInterpreted(one.ways), "interpreted");
        if (one.ways.problem.empty())
            check(one, test::runCompiled(one.ways, (folder.path / "all.so").string()), "as C++");
    }
}

TEST_CASE("an exported library reads it where its name stands, too") {
    for (const Container& container : kContainers)
        for (const Place& place : kPlaces)
            if (auto one = caseOf(container, place, kWriters[1], false, 0)) {
                INFO(one->title);
                CHECK(test::agreed(one->text, one->ways.symbols, one->ways.inputs).at("y") ==
                      one->expected);
            }
}

} // namespace scalar_reads_test
