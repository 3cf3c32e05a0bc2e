// Measurements of variants side by side, and their reports.
#include "core/bench/bench.h"
#include "core/bench/verify.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

namespace bench_test {

using namespace mw;
using namespace mw::bench;
using namespace mw::exec;
using namespace mw::inputs;
namespace fs = std::filesystem;

namespace {

KernelRow kernel(const std::string& name, const std::string& structure, double time) {
    KernelRow row;
    row.name = name;
    row.label = row.title = name;
    row.structure = structure;
    row.launches = 1;
    row.samples = {time, time, time};
    row.time = summarise(row.samples);
    row.bytes = 1e6;
    row.gigabytesPerSecond = 1e6 / time / 1000;
    return row;
}

BenchResult sample() {
    BenchResult result;
    result.program = "p<1>";
    result.device = "CPU, \"two\" threads";
    result.versions = "g++";
    result.scenario.grid = {8, 6, 10};
    result.copyBandwidth = 10;
    VariantResult a;
    a.name = "a";
    a.verified = true;
    a.verification = "the first";
    a.kernels = {kernel("one", "s1", 10), kernel("two", "s2", 20)};
    a.deviceSamples = a.callSamples = {30, 30, 30};
    a.device = a.call = summarise(a.deviceSamples);
    VariantResult b = a;
    b.name = "b";
    b.verified = false;
    b.kernels = {kernel("zwei", "s2", 20), kernel("one", "other", 5), kernel("new", "s3", 1)};
    result.variants = {a, b};
    return result;
}

/// run of every given graph within the tolerance of its reference.
void checkReference(const fs::path& graph) {
    INFO(graph.string());
    const auto document = io::readSdfgFile(graph);
    const auto scenario = readScenario(graph.parent_path() / "reference.json");
    const auto reference = readNpz(graph.parent_path() / "reference.npz");
    REQUIRE(document);
    REQUIRE(scenario);
    REQUIRE(reference);
    const auto result = runOnce(*document, *scenario, {});
    if (!result)
        FAIL(result.error().sentence);
    HostArrays outputs;
    for (const auto& [name, expected] : *reference)
        outputs[name] = result->outputs.at(name);
    const Verdict verdict = verify(outputs, *reference, scenario->tolerance);
    INFO(toText(verdict));
    CHECK(verdict.same());
}

} // namespace

TEST_CASE("reports take every name as text") {
    const std::string evil = "</td><script>alert(1)</script>'\"|`x`[a](b)\n\x1b[2J\xE2\x80\xAE";
    BenchResult plain = sample();
    BenchResult hostile = sample();
    for (auto* result : {&plain, &hostile}) {
        const std::string name = result == &plain ? "plain" : evil;
        result->program = name;
        result->variants[0].name = name;
        result->variants[0].verification = name;
        result->variants[0].kernels[0].name = name;
    }
    const auto count = [](const std::string& text, std::string_view what) {
        std::size_t found = 0;
        for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
            ++found;
        return found;
    };
    for (const auto print : {toText, toMarkdown, toCsv, toHtml}) {
        const std::string text = print(hostile);
        CHECK(count(text, "\n") == count(print(plain), "\n"));
        CHECK(text.find('\x1b') == std::string::npos);
        CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
    }
    CHECK(count(toHtml(hostile), "<") == count(toHtml(plain), "<"));
    CHECK(count(toHtml(hostile), "\"") == count(toHtml(plain), "\""));
    CHECK(toHtml(hostile).find("<script") == std::string::npos);
    CHECK(toMarkdown(hostile).find("\n- <") == std::string::npos);
    CHECK(toMarkdown(hostile).find("### <") == std::string::npos);
    CHECK(toJson(hostile).find('\x1b') == std::string::npos);
}

TEST_CASE("reports name every variant, kernel and verdict") {
    const BenchResult result = sample();
    const std::string text = toText(result);
    CHECK(text.find("zwei") != std::string::npos);
    CHECK(text.find("copy bandwidth 10 GB/s") != std::string::npos);
    CHECK(text.find("NO") != std::string::npos);
    CHECK(toMarkdown(result).find("| zwei | b | 1 | 20.00 |") != std::string::npos);
    CHECK(toCsv(result).find("\"CPU, \"\"two\"\" threads\",\"b\",\"zwei\",1,20,") !=
          std::string::npos);
    CHECK(toJson(result).find("\"verified\": false") != std::string::npos);
    const std::string html = toHtml(result);
    CHECK(html.find("p&lt;1&gt;") != std::string::npos);
    CHECK(html.find("<svg") != std::string::npos);
    for (const char* column :
         {"by", "call us", "sustained us", "alloc us", "temporaries MB", "MB", "L2 MB", "GB/s",
          "of copy", "registers", "spill B", "shared B", "occupancy", "grid", "block"})
        CHECK(html.find("<th>" + std::string(column) + "</th>") != std::string::npos);
    CHECK(toCsv(result).find("\"a\",(allocation),") != std::string::npos);
    CHECK(html.find("http") == std::string::npos);
}

TEST_CASE("nabla4 of both generations gives the reference results on the CPU") {
    const auto graphs = test::nabla4Graphs();
    if (graphs.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const fs::path& graph : graphs)
        checkReference(graph);
}

TEST_CASE("two variants are verified against each other and timed") {
    const auto graphs = test::nabla4Graphs();
    if (graphs.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const auto initial = io::readSdfgFile(graphs[0]);
    const auto optimized = io::readSdfgFile(graphs[1]);
    const auto scenario = readScenario(graphs[0].parent_path() / "reference.json");
    REQUIRE(initial);
    REQUIRE(optimized);
    REQUIRE(scenario);
    BenchOptions options;
    options.measure.repeats = 4;
    std::vector<std::string> stages;
    const auto result =
        measure({{"initial", *initial}, {"optimized", *optimized}}, *scenario, options,
                [&](const Progress& progress) { stages.push_back(progress.what); });
    if (!result)
        FAIL(result.error().sentence);
    REQUIRE(result->variants.size() == 2);
    CHECK(result->variants[1].verified);
    CHECK(result->variants[1].verification.find("1728 elements agree") != std::string::npos);
    CHECK(result->variants[0].kernels.size() > result->variants[1].kernels.size());
    CHECK(result->variants[0].callSamples.size() == 4);
    CHECK(result->copyBandwidth > 0);
    CHECK(std::find(stages.begin(), stages.end(), "timing") != stages.end());
}

TEST_CASE("temporaries in one arena, one allocation each, or allocated per call: same results") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(document);
    const auto scenario = makeScenario(*(*document)->root, {8, 6, 10});
    REQUIRE(scenario);
    std::map<Allocation, VariantResult> results;
    HostArrays reference;
    for (const Allocation way : {Allocation::arena, Allocation::each, Allocation::call}) {
        BenchOptions options;
        options.measure.repeats = 3;
        options.measure.allocation = way;
        const auto run = runOnce(*document, *scenario, options);
        if (!run)
            FAIL(run.error().sentence);
        if (reference.empty())
            reference = run->outputs;
        CHECK(verify(run->outputs, reference, 0).same());
        const auto timed = measure({{"nabla4", *document, {}}}, *scenario, options);
        if (!timed)
            FAIL(timed.error().sentence);
        results[way] = timed->variants[0];
        CHECK(toJson(*timed).find("\"allocation\": \"" + std::string(name(way)) + "\"") !=
              std::string::npos);
    }
    // The arena reuses memory of temporaries that are dead.
    CHECK(results[Allocation::arena].temporaryBytes < results[Allocation::each].temporaryBytes);
    for (const auto& [way, result] : results)
        CHECK(result.allocation > 0);
}

TEST_CASE("inputs that the program would leave are refused before anything runs") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(document);
    auto scenario = makeScenario(*(*document)->root, {8, 6, 10});
    REQUIRE(scenario);
    scenario->symbols["horizontal_end"] = symbolic::Value::integer(1000);
    const auto run = runOnce(*document, *scenario, {});
    REQUIRE_FALSE(run);
    CHECK(run.error().code == "too-small");
    CHECK(run.error().sentence.find("needs 1000") != std::string::npos);
}

TEST_CASE("benches with one session leave only the last one's programs loaded") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/laplacian.sdfg"));
    const auto scenario = readScenario(test::sourceFile("samples/laplacian.scenario.json"));
    REQUIRE(document);
    REQUIRE(scenario);
    BenchOptions options;
    options.measure.repeats = 2;
    options.session = std::make_shared<Session>();
    for (int i = 0; i < 3; ++i) {
        const auto result = measure({{"a", *document, "{\"recipe\":1}"}}, *scenario, options);
        if (!result)
            FAIL(result.error().sentence);
        CHECK(options.session->programs().size() == 1);
        CHECK(toJson(*result).find("\"recipe\": {") != std::string::npos);
    }
}

TEST_CASE("a bench that is asked to stop ends as cancelled") {
    // "timing" comes from the runner's work, the others while none of its calls runs.
    const std::string when = GENERATE("making inputs", "copy bandwidth", "timing");
    const auto graphs = test::nabla4Graphs();
    if (graphs.empty())
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const auto initial = io::readSdfgFile(graphs[0]);
    const auto scenario = readScenario(graphs[0].parent_path() / "reference.json");
    REQUIRE(initial);
    REQUIRE(scenario);
    std::stop_source stop;
    BenchOptions options;
    options.measure.repeats = 1000000;
    const auto result = measure(
        {{"initial", *initial}}, *scenario, options,
        [&](const Progress& progress) {
            if (progress.what == when)
                stop.request_stop();
        },
        stop.get_token());
    REQUIRE_FALSE(result);
    CHECK(result.error().code == "cancelled");
}

} // namespace bench_test
