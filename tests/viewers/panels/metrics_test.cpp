// What the inspector says of the cost of an element.
#include "core/codegen/codegen.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/metrics.h"

namespace metrics_test {

using namespace mw;

namespace {

/// A field is scaled by a weight that is the same on all levels.
ir::DocumentPtr scaled() {
    auto document = ir::parseDump(R"(sdfg scaled {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array w float64 [N]
  array b float64 [N, M]
  state main {
    n0 = access a
    n1 = access w
    n2 = map scale [i_Edge_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:M] -> n4
    n3 = tasklet times `out = (x * y)`
    n4 = exit n2
    n5 = access b
    n0 -> n2.IN_a : a[0:N, 0:M]
    n1 -> n2.IN_w : w[0:N]
    n2.OUT_a -> n3.x : a[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n2.OUT_w -> n3.y : w[i_Edge_gtx_horizontal]
    n3.out -> n4.IN_b : b[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n4.OUT_b -> n5 : b[0:N, 0:M]
  }
})");
    if (!document)
        FAIL(toString(document.error()));
    return std::move(*document);
}

const symbolic::Bindings kValues{{"N", symbolic::Value::integer(1000)},
                                 {"M", symbolic::Value::integer(10)}};

std::string text(const viewers::PropertyGroup& group) {
    std::string result;
    for (const auto& line : group.lines)
        result += (line.name + ": " + line.value + "\n").toStdString();
    return result;
}

struct Subject {
    ir::DocumentPtr document = scaled();
    history::History history{document};
    std::shared_ptr<const ir::DocumentIndex> index =
        std::make_shared<const ir::DocumentIndex>(document);
    viewers::ElementNumbers numbers = viewers::elementNumbers(*index, kValues);
    NodeId map = test::nodeNamed(*index, "scale");
    bench::BenchResult results = {};

    viewers::PanelContext context() {
        return {.index = index, .history = &history, .results = &results, .numbers = &numbers};
    }
    std::string of(ElementId element) {
        return text(viewers::describe(viewers::metricsOf(context(), element)));
    }
    viewers::KernelModel model() {
        auto plan = codegen::lower(*document, {.constants = kValues});
        REQUIRE(plan.has_value());
        REQUIRE(codegen::chooseLaunches(*plan, {}).has_value());
        return viewers::modelOf(document, &*plan, map, kValues);
    }
};

} // namespace

TEST_CASE("a kernel has bytes, operations and intensity, data a size") {
    Subject subject;
    const std::string kernel = "moves at least: 168 kB\n"
                               "operations: 10.0 kFLOP\n"
                               "intensity: 0.06 FLOP/B\n";
    CHECK(subject.of(subject.map) == kernel);
    CHECK(subject.of(ir::exitOf(*subject.index->find(subject.map)->node)) == kernel);
    CHECK(subject.of(subject.index->states().front()) == kernel); // the sum of its kernels
    CHECK(subject.of(test::nodeNamed(*subject.index, "w")) == "size: 8.00 kB\n");
    subject.numbers = {};
    subject.numbers.note = "Without numbers: N has no value";
    CHECK(subject.of(subject.map) == "numbers: Without numbers: N has no value\n");
}

TEST_CASE("what was measured stands there: time, share of the bandwidth, registers") {
    Subject subject;
    bench::KernelRow row;
    row.map = subject.map;
    row.time.median = 12;
    row.share = 0.5;
    row.resources = {.registers = 40, .spillBytes = 16, .occupancy = 0.75};
    bench::VariantResult variant;
    variant.name = subject.history.current().name;
    variant.kernels = {row};
    subject.results.variants = {variant};
    CHECK(subject.of(subject.map)
              .ends_with("time: 12.0 µs\n"
                         "copy bandwidth: 50.0 % of it\n"
                         "registers: 40 per thread, 16 B spilled, 75.0 % "
                         "occupancy\n"));
    subject.results.variants.front().name = "another";
    CHECK(subject.of(subject.map).find("time") == std::string::npos);
}

TEST_CASE("the k-blocking answer names what is the same on every level, and what it would save") {
    Subject subject;
    auto metrics = viewers::metricsOf(subject.context(), subject.map);
    REQUIRE(metrics.isKernel);
    metrics.model = subject.model();
    REQUIRE(metrics.model->levels);
    const auto& levels = *metrics.model->levels;
    CHECK_FALSE(levels.blocked);
    CHECK(levels.same == std::set<std::string>{"w"});
    CHECK(levels.others == std::set<std::string>{"a"});
    CHECK(levels.loads == 1 - 1.0 / static_cast<double>(levels.block));
    CHECK(levels.bytes == static_cast<std::int64_t>(80'000 * levels.loads));
    const auto shown = text(viewers::describe(metrics));
    CHECK(shown.find("asks the cache for: ") != std::string::npos);
    CHECK(shown.find("k-blocking: no; " + std::to_string(levels.block) +
                     " levels to a thread, which a launch can have too, would read ") !=
          std::string::npos);
    CHECK(shown.ends_with("without K: w\nwith K: a\n"));
}

} // namespace metrics_test
