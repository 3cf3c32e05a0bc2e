// Bounds that a made scenario derives from what a program touches.

#include "core/inputs/check_inputs.h"
#include "core/interp/interp.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

#include <fmt/format.h>

#include <random>

namespace choose_bounds_test {

using namespace mw;
using namespace mw::inputs;

namespace {

const Grid kGrid{4, 3, 10};

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()) << "\n" << text);
    return *document;
}

/// One stencil as GT4Py lowers it: `o = f(k + offset) ...` over cells and levels from `begin` to
/// `end`, which may be expressions of bounds.
struct Stencil {
    std::vector<int> offsets = {0};
    std::string begin = "vertical_start", end = "vertical_end";
    std::string symbols = "vertical_start:int32 vertical_end:int32";
    bool newNames = true; ///< of GT4Py 1.2, else of 1.0
    enum class Form { map, nested, scan, gather, subscript } form = Form::map;
    std::string code; ///< of the tasklet; empty: the sum

    std::string text() const;
};

const char* const kCell = "i_Cell_gtx_horizontal";
const char* const kLevel = "i_K_gtx_vertical";

std::string level(int offset, const std::string& k) {
    return k + " - __f_K_range_0" +
           (offset < 0   ? " - " + std::to_string(-offset)
            : offset > 0 ? " + " + std::to_string(offset)
                         : "");
}

std::string arrays(bool newNames) {
    const std::string f = newNames ? "__f_K_stride" : "__f_stride_1";
    const std::string o = newNames ? "__o_K_stride" : "__o_stride_1";
    return R"(
  array f float64 [__f_Cell_range_1 - __f_Cell_range_0, __f_K_range_1 - __f_K_range_0] strides [1, )" +
           f + R"(]
  array o float64 [__o_Cell_range_1 - __o_Cell_range_0, __o_K_range_1 - __o_K_range_0] strides [1, )" +
           o + R"(]
)";
}

std::string fieldSymbols(bool newNames) {
    std::string text;
    for (const std::string field : {"f", "o"}) {
        for (const std::string dim : {"Cell", "K"})
            for (const std::string end : {"0", "1"})
                text += " __" + field + "_" + dim + "_range_" + end + ":int32";
        text += " __" + field + (newNames ? "_K_stride" : "_stride_1") + ":int32";
    }
    return text;
}

std::string Stencil::text() const {
    std::string inputs;
    std::string sum = "0.0";
    for (std::size_t n = 0; n < offsets.size(); ++n)
        sum = "(" + sum + " + x" + std::to_string(n) + ")";
    const std::string map = std::string("[") + kCell + " = horizontal_start:horizontal_end, " +
                            kLevel + " = " + begin + ":" + end + "]";
    const std::string cell = std::string(kCell) + " - __f_Cell_range_0";
    const std::string target =
        std::string(kCell) + " - __o_Cell_range_0, " + kLevel + " - __o_K_range_0";
    std::string body;
    if (form == Form::map) {
        body = "    n3 = tasklet t `o = " + (code.empty() ? sum : code) + "`\n";
        for (std::size_t n = 0; n < offsets.size(); ++n)
            inputs += "    n2.OUT_f -> n3.x" + std::to_string(n) + " : f[" + cell + ", " +
                      level(offsets[n], kLevel) + "]\n";
    } else if (form == Form::subscript || form == Form::gather) {
        const std::string at = form == Form::gather ? "c - __f_Cell_range_0" : cell;
        body = "    n3 = tasklet t `o = " + (code.empty() ? "" : code);
        for (std::size_t n = 0; n < offsets.size() && code.empty(); ++n)
            body += (n ? " + " : "") + ("f[" + at + ", " + level(offsets[n], kLevel) + "]");
        body += "`\n";
        inputs =
            "    n2.OUT_f -> n3.f : f[0:__f_Cell_range_1 - __f_Cell_range_0, 0:__f_K_range_1 - "
            "__f_K_range_0]\n";
        if (form == Form::gather)
            inputs += "    n2.OUT_t -> n3.c : gt_conn_C2E2C[" + std::string(kCell) + ", 1]\n";
    } else { // a column in a nested SDFG, by a map or a loop over the levels
        const std::string mapping =
            "{__f_K_range_0: __f_K_range_0, __f_K_range_1: __f_K_range_1, __o_K_range_0: "
            "__o_K_range_0, __o_K_range_1: __o_K_range_1, low: " +
            begin + ", high: " + end + ", sf: " + (newNames ? "__f_K_stride" : "__f_stride_1") +
            ", so: " + (newNames ? "__o_K_stride" : "__o_stride_1") + "}";
        std::string step = "n0 = access col\n n1 = tasklet t `o = " + sum + "`\n n2 = access out\n";
        for (std::size_t n = 0; n < offsets.size(); ++n)
            step += "n0 -> n1.x" + std::to_string(n) + " : col[" + level(offsets[n], "k") + "]\n";
        step += "n1.o -> n2 : out[k - __o_K_range_0]\n";
        body = "    n3 = nested column " + mapping + R"( = sdfg column {
      symbols __f_K_range_0:int32 __f_K_range_1:int32 __o_K_range_0:int32 __o_K_range_1:int32 low:int32 high:int32 sf:int32 so:int32
      array col float64 [__f_K_range_1 - __f_K_range_0] strides [sf]
      array out float64 [__o_K_range_1 - __o_K_range_0] strides [so]
      loop scan `k = low` `k < high` `k = k + 1` variable k {
        state one {
)" + step + "}\n}\n}\n";
        inputs = "    n2.OUT_f -> n3.col : f[" + cell + ", 0:__f_K_range_1 - __f_K_range_0]\n";
        std::string whole =
            std::string(kCell) + " - __o_Cell_range_0, 0:__o_K_range_1 - __o_K_range_0";
        return "sdfg stencil {\n  symbols horizontal_start:int32 horizontal_end:int32 " + symbols +
               fieldSymbols(newNames) + arrays(newNames) + "  state main {\n    n0 = access f\n" +
               "    n2 = map m [" + kCell + " = horizontal_start:horizontal_end] -> n4\n" + body +
               "    n4 = exit n2\n    n5 = access o\n    n0 -> n2.IN_f : f[0:1, 0:1]\n" + inputs +
               "    n3.out -> n4.IN_o : o[" + whole +
               "]\n    n4.OUT_o -> n5 : o[0:1, 0:1]\n  }\n}\n";
    }
    const bool table = form == Form::gather;
    return "sdfg stencil {\n  symbols horizontal_start:int32 horizontal_end:int32 " + symbols +
           fieldSymbols(newNames) +
           (table ? std::string(newNames ? " __gt_conn_C2E2C_source_size:int32"
                                         : " __gt_conn_C2E2C_size_0:int32")
                  : "") +
           arrays(newNames) +
           (table
                ? std::string("  array gt_conn_C2E2C int32 [") +
                      (newNames ? "__gt_conn_C2E2C_source_size" : "__gt_conn_C2E2C_size_0") +
                      ", 3] strides [1, " +
                      (newNames ? "__gt_conn_C2E2C_source_size" : "__gt_conn_C2E2C_size_0") + "]\n"
                : "") +
           "  state main {\n    n0 = access f\n" +
           (table ? "    n1 = access gt_conn_C2E2C\n" : "") + "    n2 = map m " + map + " -> n4\n" +
           body + "    n4 = exit n2\n    n5 = access o\n    n0 -> n2.IN_f : f[0:1, 0:1]\n" +
           (table ? "    n1 -> n2.IN_t : gt_conn_C2E2C[0:1, 0:1]\n" : "") + inputs +
           "    n3.o -> n4.IN_o : o[" + target + "]\n    n4.OUT_o -> n5 : o[0:1, 0:1]\n  }\n}\n";
}

/// What the check and the interpreter say of a scenario; "" where it runs.
std::string outcome(const ir::Document& document, const Scenario& scenario) {
    HostArrays arrays;
    interp::Memory memory;
    for (const auto& [name, input] : scenario.arrays) {
        arrays[name] = *makeArray(name, input, scenario.grid);
        memory[name] = {arrays[name].type, arrays[name].bytes};
    }
    if (const auto fits = checkInputs(*document.root, scenario, arrays); !fits)
        return fits.error().sentence;
    const auto done = interp::run(document, scenario.symbols, memory);
    return done ? "" : done.error().sentence;
}

struct Made {
    explicit Made(const std::string& text, const symbolic::Bindings& given = {},
                  const Grid& grid = kGrid)
        : document(parsed(text)), scenario(makeScenario(*document->root, grid, given)) {}

    std::int64_t operator[](const std::string& symbol) const {
        return scenario ? scenario->symbols.at(symbol).i : INT64_MIN;
    }
    std::string notes() const {
        std::string all;
        for (const std::string& note : scenario ? scenario->notes : std::vector<std::string>{})
            all += note + "\n";
        return all;
    }
    std::string outcome() const {
        return scenario ? choose_bounds_test::outcome(*document, *scenario)
                        : scenario.error().sentence;
    }

    ir::DocumentPtr document;
    Expected<Scenario> scenario;
};

} // namespace

TEST_CASE("a range that is read above its beginning begins where all reads are inside") {
    for (const bool newNames : {false, true})
        for (const auto form : {Stencil::Form::map, Stencil::Form::scan, Stencil::Form::gather,
                                Stencil::Form::subscript}) {
            Stencil stencil;
            stencil.form = form;
            stencil.newNames = newNames;
            stencil.offsets = {0, -1};
            CAPTURE(stencil.text());
            const Made one(stencil.text());
            CHECK(one.outcome().empty());
            CHECK(one["vertical_start"] == 1);
            CHECK(one["vertical_end"] == 10);
            stencil.offsets = {-3, 1};
            const Made three(stencil.text());
            CHECK(three.outcome().empty());
            CHECK(three["vertical_start"] == 3);
            CHECK(three["vertical_end"] == 10); // arrays have two levels more than the grid
            CHECK(three.notes().starts_with("vertical_start = 3: 'f' is read at index "));
        }
}

TEST_CASE("what chose a bound is said, and what was not moved is not") {
    Stencil stencil;
    CHECK(Made(stencil.text()).notes().empty());
    stencil.offsets = {-3};
    CHECK(Made(stencil.text()).notes() ==
          "vertical_start = 3: 'f' is read at index vertical_start - 3 in dimension 1\n");
    stencil.offsets = {4};
    const Made below(stencil.text());
    CHECK(below["vertical_end"] == 8);
    CHECK(below.outcome().empty());
    CHECK(below.notes() ==
          "vertical_end = 8: 'f' is read at index vertical_end + 3 in dimension 1\n");
}

TEST_CASE("a given bound is not moved: what does not fit is refused") {
    Stencil stencil;
    stencil.offsets = {-1};
    const Made made(stencil.text(), {{"vertical_start", symbolic::Value::integer(0)}});
    CHECK(made["vertical_start"] == 0);
    CHECK(made.outcome() ==
          "the program touches index -1 in dimension 1 of 'f', before its beginning");
}

TEST_CASE("bounds of any name are chosen by what they bound") {
    Stencil stencil;
    stencil.symbols = "from:int32 to:int32";
    stencil.begin = "from";
    stencil.end = "to";
    stencil.offsets = {-2};
    const Made made(stencil.text());
    CHECK(made.outcome().empty());
    CHECK(made["from"] == 2);
    CHECK(made["to"] == 10);
    CHECK(made.notes() == "from = 2: 'f' is read at index from - 2 in dimension 1\n"
                          "to = 10: the range of 'i_K_gtx_vertical' ends there\n");
}

TEST_CASE("a level that splits the column leaves both parts something to do") {
    Stencil stencil;
    stencil.symbols += " some_level:int32";
    stencil.begin = "Max(vertical_start, some_level)";
    stencil.end = "vertical_end";
    CHECK(Made(stencil.text())["some_level"] == 0); // only a beginning
    stencil.begin = "Min(vertical_end, some_level)";
    stencil.end = "Max(vertical_start, some_level) + 1";
    const Made made(stencil.text());
    CHECK(made["some_level"] == 5);
    CHECK(made.outcome().empty());
}

TEST_CASE("a scalar that levels are compared with is one of the levels") {
    Stencil stencil;
    stencil.symbols += " flat:int32";
    stencil.code = "(x0 if (i_K_gtx_vertical < flat) else 1.0)";
    const Made made(stencil.text());
    CHECK(made["flat"] == 5);
    CHECK(made.notes() == "flat = 5: 'i_K_gtx_vertical' is compared with it\n");
}

TEST_CASE("a condition on the level excuses a read that it guards") {
    Stencil stencil;
    stencil.form = Stencil::Form::subscript;
    const std::string read = "f[i_Cell_gtx_horizontal - __f_Cell_range_0, i_K_gtx_vertical - 2]";
    stencil.code = "(" + read + " if (i_K_gtx_vertical > 1) else 0.0)";
    CHECK(Made(stencil.text())["vertical_start"] == 0);
    CHECK(Made(stencil.text()).outcome().empty());
    stencil.code = "(" + read + " if (i_K_gtx_vertical > 0) else 0.0)";
    const Made made(stencil.text());
    CHECK(made.outcome().empty());
    CHECK(made["vertical_start"] == 2);
}

TEST_CASE("tables of any name hold indices that fit") {
    const Made made(R"(sdfg gather {
  symbols N:int32 M:int32
  array ix int32 [N]
  array f float64 [M]
  array o float64 [N]
  state main {
    n0 = access ix
    n1 = access f
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet t `o = f[c - 1] + f[c + 2]`
    n4 = exit n2
    n5 = access o
    n0 -> n2.IN_t : ix[0:N]
    n1 -> n2.IN_f : f[0:M]
    n2.OUT_t -> n3.c : ix[i]
    n2.OUT_f -> n3.f : f[0:M]
    n3.o -> n4.IN_o : o[i]
    n4.OUT_o -> n5 : o[0:N]
  }
}
)");
    CHECK(made.outcome().empty());
    CHECK(made["N"] == 12); // as many as the grid has vertices
    CHECK(made["M"] == 12);
    CHECK(made.notes().find("ix has values from 1 to 9: 'f' is read at index ix - 1") !=
          std::string::npos);
}

TEST_CASE("arrays whose sizes are free are made large enough") {
    const Made made(R"(sdfg shift {
  symbols N:int32 M:int32
  array a float64 [M]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = x`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:M]
    n1.OUT_a -> n2.x : a[i + 3]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
}
)");
    CHECK(made.outcome().empty());
    CHECK(made["N"] == 12);
    CHECK(made["M"] == 15);
    CHECK(made.notes() == "M = 15: 'a' is read at index N + 2 in dimension 0\n"
                          "N = 12: it is the size of an array, and nothing says how large\n");
}

TEST_CASE("where no bounds fit the grid, that is said with the access, and nothing is moved") {
    Stencil stencil;
    stencil.offsets = {-3, 3};
    const Made made(stencil.text(), {}, {4, 3, 1});
    CHECK(made["vertical_start"] == 0);
    CHECK(made["vertical_end"] == 1);
    CHECK(made.notes().starts_with("no value of "));
    CHECK(made.notes().find("keeps all accesses inside on torus:4,3,1: 'f' is read at index ") !=
          std::string::npos);
    CHECK_FALSE(made.outcome().empty());
}

TEST_CASE("a program that has nothing to do on the grid is said") {
    Stencil stencil;
    stencil.begin = "vertical_end";
    const Made made(stencil.text());
    CHECK(made.notes() ==
          "nothing is computed: no map or loop has an iteration on torus:4,3,10; "
          "'i_K_gtx_vertical' in 'm' runs over vertical_end:vertical_end, which is 10:10\n");
    CHECK(made.outcome().empty());
}

TEST_CASE("what nothing follows for is asked for, with the way to give it") {
    Stencil stencil;
    stencil.symbols += " mystery:int32";
    stencil.code = "(x0 * mystery)";
    CHECK(Made(stencil.text()).outcome() ==
          "nothing says what value 'mystery' (int32) has; give it with --set mystery=VALUE, or in "
          "a scenario file under \"symbols\"");
    CHECK(Made(stencil.text(), {{"mystery", symbolic::Value::integer(2)}}).outcome().empty());
    stencil.symbols += " riddle:int32";
    stencil.code = "(x0 * mystery + riddle)";
    CHECK(Made(stencil.text()).outcome() ==
          "nothing says what values 'mystery' (int32), 'riddle' (int32) have; give them with --set "
          "mystery=VALUE and so on, or in a scenario file under \"symbols\"");
}

TEST_CASE("whatever a stencil reads: its scenario runs, and it begins no later and ends no earlier "
          "than needed") {
    std::mt19937 random(1);
    const auto one = [&](int of) { return static_cast<int>(random() % static_cast<unsigned>(of)); };
    const std::vector<std::pair<std::string, std::string>> ranges = {
        {"vertical_start", "vertical_end"},
        {"vertical_start + 1", "vertical_end"},
        {"vertical_start", "vertical_end - 2"},
        {"Max(vertical_start, nflatlev)", "vertical_end"},
        {"vertical_start", "Min(vertical_end, nflatlev)"},
        {"0", "vertical_end"},
    };
    int moved = 0;
    for (int n = 0; n < 300; ++n) {
        Stencil stencil;
        stencil.newNames = one(2) == 0;
        stencil.form = static_cast<Stencil::Form>(one(5));
        if (stencil.form == Stencil::Form::nested)
            stencil.form = Stencil::Form::scan;
        stencil.symbols += " nflatlev:int32";
        const auto which = static_cast<std::size_t>(one(static_cast<int>(ranges.size())));
        stencil.begin = ranges[which].first;
        stencil.end = ranges[which].second;
        stencil.offsets.clear();
        for (int i = one(3); i >= 0; --i)
            stencil.offsets.push_back(which == 5 ? one(5) : one(9) - 4);
        const Grid grid{3 + one(2), 3, 8 + one(20)};
        const Made made(stencil.text(), {}, grid);
        CAPTURE(stencil.text(), made.notes(), toString(grid));
        REQUIRE(made.scenario);
        CHECK(made.outcome().empty());
        CHECK(made.notes().find("nothing is computed") == std::string::npos);
        moved += made.notes().empty() ? 0 : 1;
        // One level more at either end would leave an array.
        for (const auto& [symbol, by] : {std::pair("vertical_start", -1), {"vertical_end", 1}}) {
            if (made.notes().find(fmt::format("{} = {}: 'f'", symbol, made[symbol])) ==
                std::string::npos)
                continue;
            Scenario wider = *made.scenario;
            wider.symbols.at(symbol).i += by;
            CHECK_FALSE(outcome(*made.document, wider).empty());
        }
    }
    CHECK(moved > 100);
}

} // namespace choose_bounds_test
