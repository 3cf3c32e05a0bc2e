// The program as rows and lanes, by printed text.
#include "core/analysis/footprint.h"
#include "core/analysis/program_rows.h"
#include "core/analysis/traffic.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "tests/core/analysis/two_maps.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <set>

namespace program_rows_test {

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

std::int64_t at(const symbolic::Expr& e) {
    return symbolic::evaluateInteger(e, {{"N", symbolic::Value::integer(10)}}).value();
}

} // namespace

TEST_CASE("program rows: kernels in order, arguments before temporaries") {
    CHECK(text(rowsOf(test::kTwoMaps)) == "argument a [0..0] 8*N\n"
                                          "argument b [1..1] 8*N\n"
                                          "argument t [1..1] 4*N\n"
                                          "temporary tmp [0..1] 8*N\n"
                                          "tmp <first> r0 w3\n"
                                          "b <second> w1 r2 r3\n");
}

TEST_CASE("program rows: the bytes of a row are those of the kernel") {
    const auto program = rowsOf(test::kTwoMaps);
    CHECK(at(program.rows[0].traffic.bytesRead) == 80);
    CHECK(at(program.rows[0].traffic.bytesWritten) == 64);
    CHECK(at(program.arguments.bytesRead) == 80 + 32);
    CHECK(at(program.arguments.bytesWritten) == 64);
    REQUIRE(program.rows[1].params.size() == 1);
    CHECK(symbolic::print(program.rows[1].ranges[0]) == "1:N - 1");
}

TEST_CASE("program rows: copies between arrays have rows, what touches no array has none") {
    const auto program = rowsOf(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  array s float64 [1] transient
  state main {
    n0 = access a
    n1 = access tmp
    n2 = access b
    n3 = tasklet small `o = 1.0`
    n4 = access s
    n0 -> n1 : a[0:N]
    n1 -> n2 : tmp[2:N]
    n3.o -> n4 : s[0]
  }
})");
    CHECK(text(program) == "argument a [0..0] 8*N\n"
                           "argument b [1..1] 8*N\n"
                           "temporary tmp [0..1] 8*N\n"
                           "copy tmp <a → tmp> r0 w2\n"
                           "copy b <tmp → b> w1 r2\n");
    CHECK(at(program.rows[1].traffic.bytesRead) == 64);
    CHECK(at(program.rows[1].traffic.bytesWritten) == 64);
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

TEST_CASE("program rows: arrays that are called alike are told apart by what they stand in") {
    CHECK(text(rowsOf(R"(sdfg p {
  args a b
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array tmp float64 [N] transient
  state main {
    n0 = access a
    n1 = access tmp
    n2 = nested lambda_0 {N: N} = sdfg inner {
      symbols N:int32
      array p float64 [N]
      array q float64 [N]
      array tmp float64 [N] transient
      state body {
        n0 = access p
        n1 = access tmp
        n2 = access q
        n0 -> n1 : p[0:N]
        n1 -> n2 : tmp[0:N]
      }
    }
    n3 = access b
    n0 -> n1 : a[0:N]
    n1 -> n2.p : tmp[0:N]
    n2.q -> n3 : b[0:N]
  }
})")) == "argument a [0..0] 8*N\n"
         "argument b [3..3] 8*N\n"
         "temporary tmp [0..2] 8*N\n"
         "temporary lambda_0/tmp [2..3] 8*N\n"
         "copy tmp <a → tmp> r0 w2\n"
         "# lambda_0\n"
         "  copy lambda_0/tmp <p → tmp> r2 w3\n"
         "  copy b <tmp → q> w1 r3\n");
}

TEST_CASE("program rows: every kernel of real graphs has a row, every lane is touched") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("asks for the corpus of real graphs");
    std::size_t graphs = 0;
    for (const auto& path : test::someGraphsBelow(*corpus)) {
        CAPTURE(path);
        const auto document = io::readSdfgFile(path);
        REQUIRE(document);
        const auto program = analysis::programRows(**document);
        std::set<ElementId> elements;
        for (const auto& row : program.rows)
            if (row.kind != RowKind::heading)
                CHECK(elements.insert(row.element).second);
        const ir::Sdfg& root = *(*document)->root;
        const ir::DocumentIndex index(*document);
        for (const auto& [node, traffic] :
             analysis::kernelTraffic(root, analysis::footprint(root))) {
            const auto* place = index.find(node);
            const bool isMap =
                place && place->node && place->node->as<ir::MapEntry>() &&
                ir::StateIndex(*place->block->as<ir::State>()).scope(node) == NodeId();
            if (isMap && (!traffic.bytesRead.isInteger(0) || !traffic.bytesWritten.isInteger(0)))
                CHECK(elements.contains(ElementId(node)));
        }
        for (const auto& lane : program.lanes)
            CHECK(lane.first >= 0);
        const auto named = analysis::namedRows(**document);
        REQUIRE(named.size() == program.rows.size());
        for (std::size_t i = 0; i < named.size(); ++i) {
            CHECK(named[i].element == program.rows[i].element);
            CHECK(named[i].name == program.rows[i].name);
            CHECK(named[i].label == program.rows[i].label);
            CHECK(named[i].marks == program.rows[i].marks);
        }
        ++graphs;
    }
    CHECK(graphs > 0);
}

} // namespace program_rows_test
