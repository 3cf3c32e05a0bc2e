// Temporaries that are read where nothing wrote them.
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/validate/unwritten.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <cstdlib>

namespace unwritten_test {

using namespace mw;

namespace {

/// A temporary [N] that is written over `written` and copied out over `read`.
std::string program(const std::string& written, const std::string& read) {
    return fmt::format(R"(sdfg p {{
  args out
  symbols N:int32 M:int32 S:int32
  array tmp float64 [N] transient
  array out float64 [N]
  state main {{
    n1 = map m [i = {0}] -> n3
    n2 = tasklet t `o = 1.0`
    n3 = exit n1
    n4 = access tmp
    n5 = map m2 [i = {1}] -> n7
    n6 = tasklet t2 `o = v` in (v:float64)
    n7 = exit n5
    n8 = access out
    n1 -> n2
    n2.o -> n3.IN_tmp : tmp[i]
    n3.OUT_tmp -> n4 : tmp[0:N]
    n4 -> n5.IN_tmp : tmp[0:N]
    n5.OUT_tmp -> n6.v : tmp[i]
    n6.o -> n7.IN_out : out[i]
    n7.OUT_out -> n8 : out[0:N]
  }}
}})",
                       written, read);
}

std::vector<Diagnostic> findings(const std::string& text, const symbolic::Bindings& values = {},
                                 const std::string& assumed = {}) {
    auto document = ir::parseDump(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    validate::UnwrittenOptions options;
    options.values = values;
    if (!assumed.empty())
        options.assumptions.facts = {symbolic::parse(assumed, symbolic::Dialect::code).value()};
    return validate::unwrittenReads(ir::DocumentIndex(*document), options);
}

std::vector<std::string> codes(const std::vector<Diagnostic>& found) {
    std::vector<std::string> list;
    for (const auto& one : found)
        list.push_back(one.code);
    return list;
}

using Codes = std::vector<std::string>;

} // namespace

TEST_CASE("a temporary that is read where it is written has no finding") {
    CHECK(findings(program("0:N", "0:N")).empty());
    CHECK(findings(program("0:N", "1:N - 1")).empty());
    CHECK(findings(program("Min(S, 0):N", "0:Min(N, M)")).empty());
}

TEST_CASE("a read outside of the writes is a finding that names both") {
    const auto found = findings(program("1:N", "0:N"));
    REQUIRE(codes(found) == Codes{"unwritten-read"});
    CHECK(found.front().sentence ==
          "'tmp' is read at [0:N], but the graph writes only [1:N] of it");
    CHECK(found.front().severity == Severity::warning);
}

TEST_CASE("what holds for some sizes only is a hint with the condition") {
    const auto found = findings(program("0:M", "0:N"));
    REQUIRE(codes(found) == Codes{"maybe-unwritten"});
    CHECK(found.front().sentence.find("M >= N") != std::string::npos);
    CHECK(findings(program("0:M", "0:N"), {}, "M == N").empty());
    CHECK(codes(findings(program("0:M", "0:N"), {}, "M < N")) == Codes{"unwritten-read"});
}

TEST_CASE("sizes of one grid as literals show with the values of another") {
    const std::string text = program("0:144", "0:N");
    const auto with = [&](int n) {
        return codes(findings(text, {{"N", symbolic::Value::integer(n)}}));
    };
    CHECK(with(144).empty());
    CHECK(with(100).empty());
    CHECK(with(67200) == Codes{"unwritten-read"});
    CHECK(codes(findings(text)) == Codes{"maybe-unwritten"});
}

TEST_CASE("several writes cover a read together") {
    const std::string text = R"(sdfg p {
  args out
  symbols N:int32 A:int32
  array tmp float64 [N] transient
  array out float64 [N]
  state main {
    n1 = tasklet l `o = 1.0`
    n2 = access tmp
    n1.o -> n2 : tmp[0:Max(0, Min(A, N))]
  }
  state next {
    n1 = tasklet r `o = 1.0`
    n2 = access tmp
    n1.o -> n2 : tmp[Max(0, Min(A, N)):N]
  }
  state last {
    n1 = access tmp
    n2 = access out
    n1 -> n2 : tmp[0:N] -> [0:N]
  }
  main -> next
  next -> last
})";
    CHECK(findings(text).empty());
    std::string gap = text;
    gap.replace(gap.find("Max(0, Min(A, N)):N"), 19, "Max(1, Min(A, N) + 1):N");
    CHECK_FALSE(findings(gap).empty());
}

TEST_CASE("no graph of the pipeline reads what it certainly never writes") {
    const auto root = test::corpus();
    if (!root || !std::getenv("MAPWRIGHT_LONG"))
        return test::skip("long: needs the corpus and MAPWRIGHT_LONG=1");
    int hints = 0;
    for (const auto& graph : test::someGraphsBelow(*root)) {
        const auto document = io::readSdfgFile(graph);
        if (!document)
            continue;
        for (const auto& one : validate::unwrittenReads(ir::DocumentIndex(*document))) {
            INFO(graph << ": " << one.sentence);
            CHECK(one.code == "maybe-unwritten");
            ++hints;
        }
    }
    // Left to the sizes of the run: boundary levels of the implicit solver, written at one level
    // and read over a range that is empty or that level.
    CHECK(hints <= 40);
}

} // namespace unwritten_test
