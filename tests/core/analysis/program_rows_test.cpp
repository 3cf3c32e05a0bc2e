// The program as rows and lanes, by printed text.
#include "core/analysis/program_rows.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <set>

using namespace mw;
using analysis::ProgramRows;
using analysis::RowKind;

namespace {

/// A line per row: indented by depth, `r`/`w`/`R`/`W` (large: indirect) and the lane.
std::string text(const ProgramRows& program) {
    std::string all;
    for (const auto& lane : program.lanes)
        all += fmt::format("{}{} [{}..{}] {}\n", lane.argument ? "argument " : "temporary ",
                           lane.name, lane.first, lane.last, symbolic::print(lane.bytes));
    for (const auto& row : program.rows) {
        all += std::string(2 * static_cast<std::size_t>(row.depth), ' ');
        all += row.kind == RowKind::heading ? "# " : row.kind == RowKind::copy ? "copy " : "";
        all += row.name;
        if (row.kind != RowKind::heading)
            all += " <" + row.label + ">";
        for (const auto& mark : row.marks) {
            all += ' ';
            if (mark.reads)
                all += mark.indirect ? 'R' : 'r';
            if (mark.writes)
                all += mark.indirect ? 'W' : 'w';
            all += std::to_string(mark.lane);
        }
        all += '\n';
    }
    return all;
}

ProgramRows rowsOf(const std::string& dump) {
    const auto document = ir::parseDump(dump);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    return analysis::programRows(**document);
}

const char* const kTwoMaps = R"(sdfg p {
  args a b t
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t int32 [N]
  array tmp float64 [N] transient
  array other float64 [N] transient
  array s float64 [1] transient
  state main {
    n0 = access a
    n1 = map first [i = 1:N - 1] -> n3
    n2 = tasklet x `o = ((l + r) * 0.5)` in (l:float64 r:float64)
    n3 = exit n1
    n4 = access tmp
    n5 = access t
    n6 = map second [i = 1:N - 1] -> n8
    n7 = tasklet y `o = (v if c > 2 else -v)` in (v:float64 c:int32)
    n8 = exit n6
    n9 = access b
    n10 = access other
    n11 = tasklet small `o = 1.0`
    n12 = access s
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.l : a[i - 1]
    n1.OUT_a -> n2.r : a[i + 1]
    n2.o -> n3.IN_tmp : tmp[i]
    n3.OUT_tmp -> n4 : tmp[1:N - 1]
    n4 -> n10 : tmp[1:N - 1]
    n10 -> n6.IN_tmp : other[1:N - 1]
    n5 -> n6.IN_t : t[1:N - 1]
    n6.OUT_tmp -> n7.v : other[i]
    n6.OUT_t -> n7.c : t[i]
    n7.o -> n8.IN_b : b[i]
    n8.OUT_b -> n9 : b[1:N - 1]
    n11.o -> n12 : s[0]
  }
})";

} // namespace

TEST_CASE("program rows: kernels and copies in order, arguments before temporaries") {
    CHECK(text(rowsOf(kTwoMaps)) == "argument a [0..0] 8*N\n"
                                    "argument b [2..2] 8*N\n"
                                    "argument t [2..2] 4*N\n"
                                    "temporary tmp [0..1] 8*N\n"
                                    "temporary other [1..2] 8*N\n"
                                    "tmp <first> r0 w3\n"
                                    "copy other <tmp → other> r3 w4\n"
                                    "b <second> w1 r2 r4\n");
}

TEST_CASE("program rows: the bytes of a row are those of the kernel") {
    const auto program = rowsOf(kTwoMaps);
    const auto at = [](const symbolic::Expr& e) {
        return symbolic::evaluateInteger(e, {{"N", symbolic::Value::integer(10)}}).value();
    };
    CHECK(at(program.rows[0].traffic.bytesRead) == 80);
    CHECK(at(program.rows[0].traffic.bytesWritten) == 64);
    CHECK(at(program.rows[1].traffic.bytesRead) == 64);
    CHECK(at(program.arguments.bytesRead) == 80 + 32);
    CHECK(at(program.arguments.bytesWritten) == 64);
    REQUIRE(program.rows[2].params.size() == 1);
    CHECK(symbolic::print(program.rows[2].ranges[0]) == "1:N - 1");
}

TEST_CASE("program rows: blocks come in the order of control, not of the file") {
    const auto document = ir::parseDump(R"(sdfg p {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state last {
    n0 = access a
    n1 = access b
    n0 -> n1 : a[0:N]
  }
  state first {
    n0 = access b
    n1 = access a
    n0 -> n1 : b[0:N]
  }
  start first
  first -> last
})");
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    const auto rows = analysis::programRows(**document).rows;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].name == "a");
    CHECK(rows[1].name == "b");
}

TEST_CASE("program rows: every kernel of real graphs has a row, every lane is touched") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("asks for the corpus of real graphs");
    std::size_t graphs = 0;
    for (const auto& path : test::graphsBelow(*corpus)) {
        CAPTURE(path);
        const auto document = io::readSdfgFile(path);
        REQUIRE(document);
        const auto program = analysis::programRows(**document);
        std::set<ElementId> elements;
        for (const auto& row : program.rows)
            if (row.kind != RowKind::heading)
                CHECK(elements.insert(row.element).second);
        for (const auto& kernel : analysis::estimate(**document).kernels) {
            const bool moves =
                !kernel.traffic.bytesRead.isInteger(0) || !kernel.traffic.bytesWritten.isInteger(0);
            if (moves)
                CHECK(elements.contains(kernel.node));
        }
        for (const auto& lane : program.lanes)
            CHECK(lane.first >= 0);
        ++graphs;
    }
    CHECK(graphs > 0);
}
