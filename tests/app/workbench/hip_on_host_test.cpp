// Real graphs, in every form that a choice can ask for of a kernel, give what the interpreter
// gives: the text that is printed for HIP runs on the host, block after block, with its barriers
// and its LDS. A few graphs and forms always; with MAPWRIGHT_LONG every graph of the corpus that
// has a reference, in all forms (MAPWRIGHT_ONLY: part of the path).
#include "app/workbench/tune/candidates.h"
#include "core/exec/runner/program.h"
#include "core/exec/runner/tile_lists.h"
#include "tests/core/exec/device_on_host.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/scenario_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <set>

namespace hip_on_host_test {

using namespace mw;
using codegen::Choices;
using codegen::Kernel;
using codegen::KernelChoice;
using codegen::Target;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kUsualForms = 4;
constexpr std::size_t kTextsPerFile = 120; ///< what the compiler holds at a time

/// Gathers and tiles, branches, scans, and loops over neighbours; both generations.
constexpr std::array kUsual = {
    "gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_vn/static-optimized.sdfgz",
    "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/static-optimized.sdfgz",
};

bool isLong() {
    return std::getenv("MAPWRIGHT_LONG") != nullptr;
}

/// Those that results of another executor lie beside.
std::vector<fs::path> chosenGraphs(const fs::path& corpus) {
    std::vector<fs::path> graphs;
    const char* only = std::getenv("MAPWRIGHT_ONLY");
    if (isLong()) {
        for (const fs::path& graph : test::graphsBelow(corpus))
            if (!graph.filename().string().starts_with("bench-") &&
                fs::exists(graph.parent_path() / "reference.npz") &&
                (!only || graph.string().find(only) != std::string::npos))
                graphs.push_back(graph);
        return graphs;
    }
    for (const char* graph : kUsual)
        graphs.push_back(corpus / graph);
    return graphs;
}

/// The text without what no host follows: how many threads and blocks are to fit.
std::string formOf(const Kernel& kernel) {
    std::string text = codegen::generatedText(kernel, Target::hip);
    const auto comment = text.find('\n');
    text.erase(0, comment == std::string::npos ? 0 : comment);
    constexpr std::string_view bounds = "__launch_bounds__(";
    if (const auto at = text.find(bounds); at != std::string::npos)
        text.erase(at, text.find(')', at) + 1 - at);
    return text;
}

/// What tuning begins with, which has every form that the kernel can take, and what is one step
/// from the rules' launch: those that come to another text or another block, the rules' own first.
std::vector<KernelChoice> formsOf(const Kernel& planned) {
    auto list = workbench::firstChoices(planned, Target::hip);
    const auto beside = workbench::neighbours(planned, Target::hip, {});
    list.insert(list.end(), beside.begin(), beside.end());
    list.insert(list.begin(), KernelChoice());
    std::set<std::pair<std::string, std::array<int, 3>>> seen;
    std::erase_if(list, [&](const KernelChoice& choice) {
        Kernel kernel = planned;
        const auto launch =
            codegen::chosenLaunch(planned, codegen::launchDevice(Target::hip), choice);
        if (!launch)
            return true;
        kernel.launch = *launch;
        return !seen.emplace(formOf(kernel), launch->block).second;
    });
    return list;
}

/// Choices for all kernels at once: the n-th of each, until none has one.
std::vector<Choices> formsOf(const codegen::Plan& plan) {
    std::vector<Choices> forms(1);
    for (const Kernel& kernel : plan.kernels) {
        const auto list = formsOf(kernel);
        if (forms.size() < list.size())
            forms.resize(list.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            if (!list[i].isEmpty())
                forms[i].emplace(kernel.name, list[i]);
    }
    return forms;
}

/// About `count` of them, spread over all, with the last, which the kernels with most forms have.
std::vector<Choices> someOf(const std::vector<Choices>& forms, std::size_t count) {
    std::vector<Choices> some;
    for (std::size_t i = 0; i < count; ++i)
        some.push_back(forms[i * (forms.size() - 1) / (count - 1)]);
    return some;
}

/// Plans whose kernels are functions of one file: each text once, under a name of its own.
class FormsFile {
public:
    bool isFull() const { return texts_.kernels.size() >= kTextsPerFile; }
    bool isEmpty() const { return plans_.empty(); }
    std::size_t texts() const { return texts_.kernels.size(); }

    void add(codegen::Plan plan, const Choices& choices) {
        texts_.globals = plan.globals;
        REQUIRE(codegen::chooseLaunches(plan, codegen::launchDevice(Target::hip), choices));
        for (Kernel& kernel : plan.kernels) {
            const std::string name = kernel.name;
            auto& known = names_[name + formOf(kernel)];
            const bool isNew = known.empty();
            if (isNew)
                known = fmt::format("{}_form{}", name, texts_.kernels.size());
            kernel.name = known;
            if (isNew)
                texts_.kernels.push_back(kernel);
        }
        plans_.push_back({std::move(plan), choices});
    }

    /// Compiles, runs each plan, and compares: what differs, with the choices that it differs with.
    /// `without`: a piece of the text that is left out, which shows what these runs would find.
    std::vector<std::string> differences(const test::RunInputs& inputs,
                                         const test::Outputs& expected,
                                         const std::string& without = {}) const {
        const test::Folder folder;
        std::vector<std::string> kernels = {exec::tileKernelName()};
        for (const Kernel& kernel : texts_.kernels)
            kernels.push_back(kernel.name);
        for (const int bytes : {1, 2, 4, 8, 16})
            kernels.push_back(exec::copyKernelName(bytes));
        std::string text = codegen::print(texts_, Target::hip).text +
                           exec::copyKernels(Target::hip) + exec::tileKernel();
        if (!without.empty()) {
            REQUIRE(text.find(without) != std::string::npos);
            text.erase(text.find(without), without.size());
        }
        REQUIRE(test::compileTo(folder.path / "forms", test::deviceAsHost(text, kernels), "-O0") ==
                "");
        exec::Binary binary;
        binary.images = {exec::Binary::image((folder.path / "forms.so").string())};
        std::vector<std::string> found;
        for (const Form& form : plans_) {
            INFO(textOf(form.choices));
            if (const auto difference = compare(form.plan, binary, inputs, expected))
                found.push_back(*difference + "\n" + textOf(form.choices));
        }
        return found;
    }

private:
    struct Form {
        codegen::Plan plan;
        Choices choices;
    };
    static std::string textOf(const Choices& choices) {
        std::string all = "choices:\n";
        for (const auto& [name, choice] : choices)
            all += name + ": " + toText(choice) + "\n";
        return all;
    }
    static std::optional<std::string> compare(const codegen::Plan& plan, const exec::Binary& binary,
                                              const test::RunInputs& inputs,
                                              const test::Outputs& expected) {
        test::DeviceOnHost device;
        auto program = exec::Program::create(device, plan, binary);
        if (!program)
            FAIL(toString(program.error()));
        const auto set = (*program)->setInputs(inputs.symbols, inputs.arrays);
        if (!set)
            FAIL(toString(set.error()));
        const auto ran = (*program)->execute();
        if (!ran)
            FAIL(toString(ran.error()));
        if (device.strayed)
            return "a thread ended where others of its block waited for it";
        std::vector<std::string> names;
        for (const auto& array : plan.arrays)
            if (array.argument)
                names.push_back(array.name);
        const auto got = (*program)->fetch(names);
        REQUIRE(got);
        test::Outputs wanted;
        for (const std::string& name : names)
            wanted.emplace(name, expected.at(name));
        return test::firstDifference(*got, wanted);
    }

    codegen::Plan texts_;
    std::map<std::string, std::string> names_; ///< of functions, by name and text of the kernel
    std::vector<Form> plans_;
};

struct Count {
    std::size_t graphs = 0, forms = 0, texts = 0, tiles = 0;
};

/// A graph with its inputs, and what the interpreter makes of them.
struct Case {
    test::ScenarioRun run;
    test::Outputs expected;
    codegen::Plan plan;

    /// With the values of its symbols compiled in, or as arguments of both forms.
    Case(const fs::path& graph, bool compiledIn) {
        auto read = test::readRun(graph, graph.parent_path() / "reference.json",
                                  graph.parent_path() / "reference.npz");
        if (!read)
            FAIL(toString(read.error()));
        run = std::move(*read);
        auto interpreted = test::interpreted(*run.document, run.inputs);
        if (!interpreted)
            FAIL(toString(interpreted.error()));
        expected = std::move(*interpreted);
        codegen::LowerOptions lowering;
        lowering.rawCode = true;
        lowering.forms = !compiledIn;
        if (compiledIn)
            lowering.constants = run.inputs.symbols;
        auto lowered = codegen::lower(*run.document, lowering);
        if (!lowered)
            FAIL(toString(lowered.error()));
        plan = std::move(*lowered);
    }
};

bool hasTiles(const Choices& choices) {
    return std::ranges::any_of(choices,
                               [](const auto& one) { return one.second.tiles.value_or(false); });
}

/// One graph in its forms.
void agree(const fs::path& graph, bool compiledIn, Count& count) {
    INFO(graph.string() << (compiledIn ? ", values compiled in" : ", symbols as arguments"));
    const Case one(graph, compiledIn);
    auto forms = formsOf(one.plan);
    if (!(isLong() && compiledIn) && forms.size() > kUsualForms)
        forms = someOf(forms, kUsualForms);
    FormsFile file;
    const auto finish = [&] {
        count.texts += file.texts();
        for (const std::string& difference : file.differences(one.run.inputs, one.expected))
            FAIL_CHECK(difference);
        file = FormsFile();
    };
    for (const Choices& choices : forms) {
        file.add(one.plan, choices);
        count.tiles += hasTiles(choices);
        if (file.isFull())
            finish();
    }
    if (!file.isEmpty())
        finish();
    count.forms += forms.size();
    ++count.graphs;
}

} // namespace

TEST_CASE("HIP text of real graphs computes what the interpreter does, in every form") {
    if (!test::canCompile())
        return;
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    Count count;
    for (const fs::path& graph : chosenGraphs(*corpus)) {
        agree(graph, true, count);
        if (isLong() || graph == *corpus / kUsual[1])
            agree(graph, false, count);
        if (isLong())
            std::cerr << graph.lexically_relative(*corpus).string() << ": " << count.forms
                      << " forms so far, " << count.texts << " texts\n";
    }
    CHECK(count.tiles > 0);
    std::cerr << count.graphs << " graphs, " << count.forms << " forms of them (" << count.tiles
              << " with tiles), " << count.texts << " texts of kernels as HIP on the host\n";
}

TEST_CASE("a barrier that is missing in HIP text is found") {
    if (!test::canCompile())
        return;
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("no corpus: set MAPWRIGHT_CORPUS");
    const Case one(*corpus / kUsual.front(), true);
    const auto forms = formsOf(one.plan);
    const auto tiles = std::ranges::find_if(forms, hasTiles);
    REQUIRE(tiles != forms.end());
    FormsFile file;
    file.add(one.plan, *tiles);
    CHECK(file.differences(one.run.inputs, one.expected).empty());
    // Of all helpers the first is what a group of staged levels waits for.
    CHECK_FALSE(file.differences(one.run.inputs, one.expected, "__syncthreads();").empty());
}

} // namespace hip_on_host_test
