// Random programs give the same results in the interpreter and through lowering, the C++ back end
// and the runner's own walk over the plan. Kernels of many programs share one compilation.

#include "core/analysis/read_by_name.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "core/exec/host/host_compiler.h"
#include "core/exec/session.h"
#include "core/support/hash.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

namespace random_programs_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kFirstSeed = 1000;
constexpr int kUsual = 120, kLong = 5000;
constexpr int kPerFile = 25;
constexpr std::uint64_t kStructured = 5; ///< every fifth has a structure

struct Case {
    test::RandomProgram random;
    test::TwoWays ways;
    std::optional<test::TwoWays> plain; ///< without the structure that it has in `ways`
    codegen::Plan received;             ///< the plan of `ways`, through JSON
};

/// Small numbers that are exact in every type; tables and counts within their limits.
double valueAt(const test::ProgramArgument& argument, std::uint64_t seed, std::size_t at) {
    const std::uint64_t random = splitmix64(seed ^ splitmix64(at + fnv1a64(argument.name)));
    const auto below = [&](std::int64_t n) {
        return static_cast<double>((random >> 20U) % static_cast<std::uint64_t>(n));
    };
    if (argument.tableRows > 0)
        return below(argument.tableRows + 1) - 1;
    if (argument.mostCount > 0)
        return below(argument.mostCount + 1);
    if (argument.type == ir::ScalarType::boolean)
        return below(2);
    const bool real =
        argument.type == ir::ScalarType::float64 || argument.type == ir::ScalarType::float32;
    return real ? below(4096) / 16.0 - 128.0 : below(200) - 100;
}

exec::InputArray inputFor(const test::ProgramArgument& argument, std::uint64_t seed) {
    std::size_t count = 1;
    for (const auto n : argument.shape)
        count *= static_cast<std::size_t>(n);
    const auto width = static_cast<std::size_t>(ir::sizeOf(argument.type));
    auto bytes = std::make_shared<std::vector<std::byte>>(count * width);
    for (std::size_t i = 0; i < count; ++i) {
        const double x = valueAt(argument, seed, i);
        const bool real =
            argument.type == ir::ScalarType::float64 || argument.type == ir::ScalarType::float32;
        const auto value = real ? symbolic::Value::real(x)
                                : symbolic::Value::integer(static_cast<std::int64_t>(x));
        exec::writeElement(value, argument.type, bytes->data() + i * width);
    }
    return {argument.type, argument.shape, bytes};
}

/// Some of the passes that can be left out: the program is the same without them.
std::set<std::string, std::less<>> somePasses(std::uint64_t seed) {
    std::set<std::string, std::less<>> some;
    for (const codegen::PassInfo& pass : codegen::passList())
        if (pass.needed.empty() && splitmix64(seed ^ fnv1a64(pass.name)) % 2 == 0)
            some.emplace(pass.name);
    return some;
}

/// As on a device: some kernels work through several levels per thread, in groups; loads of loops
/// run ahead.
void scheduleSome(codegen::Plan& plan, std::uint64_t seed) {
    for (codegen::Kernel& kernel : plan.kernels) {
        const std::uint64_t random = splitmix64(seed ^ fnv1a64(kernel.name));
        if (codegen::maySchedule(kernel)) {
            kernel.launch.levelsPerThread = static_cast<int>(1 + random % 5);
            kernel.launch.levelsPerGroup = static_cast<int>(1 + (random >> 8U) % 3);
        }
        kernel.launch.prefetch = static_cast<int>((random >> 16U) % 4);
        kernel = codegen::prefetched(codegen::scheduled(kernel));
    }
}

/// The program in which some of its arguments are members of one structure, `cfg`: the inverse of
/// what executors do with structures. Access nodes are of the structure or of the member.
class IntoStructure {
public:
    IntoStructure(const ir::Document& document, std::uint64_t seed)
        : document_(document), seed_(seed) {
        const auto said = analysis::readByName(*document.root);
        for (const auto& [name, data] : document.root->arrays)
            if (!data->transient && data->kind != ir::DataKind::view && !said.contains(name) &&
                splitmix64(seed ^ fnv1a64(name)) % 2 == 0)
                members_.insert(name);
    }

    std::string nameOf(const std::string& argument) const {
        return members_.contains(argument) ? "cfg." + argument : argument;
    }
    ir::DocumentPtr document() const {
        if (members_.empty())
            return std::make_shared<const ir::Document>(document_);
        auto root = std::make_shared<ir::Sdfg>(*document_.root);
        ir::DataDescriptor structure = ir::DataDescriptor::array(ir::ScalarType::other, {1}, false);
        structure.kind = ir::DataKind::structure;
        structure.typeName = "Structure";
        structure.dtype.text = "cfg*";
        ir::OrderedTable<ir::DataPtr> arrays;
        for (const auto& [name, data] : document_.root->arrays)
            if (members_.contains(name))
                structure.members.emplace_back(name, data);
            else
                arrays.append(name, data);
        arrays.append("cfg", std::make_shared<const ir::DataDescriptor>(std::move(structure)));
        root->arrays = std::move(arrays);
        root->body = region(root->body);
        auto made = std::make_shared<ir::Document>(document_);
        made->root = std::move(root);
        return made;
    }

private:
    ir::Region region(ir::Region from) const {
        for (ir::BlockPtr& block : from.blocks)
            block = changed(*block);
        return from;
    }
    ir::BlockPtr changed(const ir::Block& from) const {
        auto made = std::make_shared<ir::Block>(from);
        if (auto* state = made->as<ir::State>())
            change(*state);
        else if (auto* inner = made->as<ir::ControlFlowRegion>())
            inner->body = region(inner->body);
        else if (auto* loop = made->as<ir::LoopRegion>())
            loop->body = region(loop->body);
        else if (auto* conditional = made->as<ir::ConditionalBlock>())
            for (ir::Branch& branch : conditional->branches)
                branch.body = changed(*branch.body);
        return made;
    }
    void change(ir::State& state) const {
        for (ir::NodePtr& node : state.nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || !members_.contains(access->data))
                continue;
            const bool named = std::ranges::all_of(state.edges, [&](const ir::EdgePtr& edge) {
                return (edge->src != node->id && edge->dst != node->id) || edge->memlet.empty() ||
                       edge->memlet.data == access->data;
            });
            auto changed = std::make_shared<ir::Node>(*node);
            changed->as<ir::AccessNode>()->data =
                named && splitmix64(seed_ ^ node->id.value) % 2 == 0 ? "cfg" : nameOf(access->data);
            node = std::move(changed);
        }
        for (ir::EdgePtr& edge : state.edges) {
            auto changed = std::make_shared<ir::Edge>(*edge);
            changed->memlet.data = nameOf(edge->memlet.data);
            edge = std::move(changed);
        }
    }

    const ir::Document& document_;
    std::uint64_t seed_;
    std::set<std::string, std::less<>> members_;
};

Case prepare(std::uint64_t seed, int number) {
    Case one{test::randomProgram(seed), {}, {}, {}};
    one.ways.document = one.random.document;
    one.ways.symbols = one.random.symbols;
    for (const auto& argument : one.random.arguments)
        one.ways.inputs[argument.name] = inputFor(argument, seed);
    if (seed % kStructured == 0) {
        const IntoStructure structured(*one.random.document, seed);
        one.plain = one.ways;
        one.ways.document = structured.document();
        exec::InputArrays renamed;
        for (const auto& [name, array] : one.ways.inputs)
            renamed.emplace(structured.nameOf(name), array);
        one.ways.inputs = std::move(renamed);
        one.ways.symbols.clear();
        for (const auto& [name, value] : one.random.symbols)
            one.ways.symbols.emplace(structured.nameOf(name), value);
        one.random.text += "\n(some arguments are members of a structure)\n";
    }
    codegen::LowerOptions options;
    if (seed % 2 == 0) // every second one with its symbols baked in
        options.constants = one.ways.symbols;
    if (seed % 4 < 2) // two of four without some passes
        options.without = somePasses(seed);
    test::lowerFor(one.ways, options, fmt::format("p{}_", number));
    scheduleSome(one.ways.plan, seed);
    if (one.ways.problem.empty()) { // as a runner gets it
        auto read = codegen::planFromJson(codegen::toJson(one.ways.plan));
        if (read)
            one.received = std::move(*read);
        else
            one.ways.problem = "plan: " + toString(read.error());
    }
    return one;
}

/// How far elements may be apart, beside the size of one.
double closeness(ir::ScalarType type, bool exact) {
    return exact ? 0.0 : type == ir::ScalarType::float32 ? 1e-4 : 1e-9;
}

/// Elements of two runs: equal bits, or as close as `allowance` says. NaNs are equal.
std::string firstDifference(const exec::InputArray& got, const exec::InputArray& expected,
                            double allowance) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(got.type));
    for (std::size_t at = 0; at + width <= expected.bytes->size(); at += width) {
        const auto a = exec::readElement(got.type, got.bytes->data() + at);
        const auto b = exec::readElement(got.type, expected.bytes->data() + at);
        const double x = a->asReal(), y = b->asReal();
        if (std::isnan(x) && std::isnan(y))
            continue;
        const double allowed = allowance * (1 + std::abs(y));
        if (!(a->i == b->i && x == y) && !(std::abs(x - y) <= allowed))
            return fmt::format("element {}: {} compiled, {} interpreted", at / width, x, y);
    }
    return {};
}

std::string disagreement(const Case& one, const std::string& object) {
    const auto expected = test::runInterpreted(one.ways);
    if (!expected)
        return "interpreter: " + toString(expected.error());
    if (one.plain) {
        const auto plain = test::runInterpreted(*one.plain);
        if (!plain)
            return "interpreter, without its structure: " + toString(plain.error());
        for (const auto& [name, array] : *expected) {
            const auto difference =
                firstDifference(array, plain->at(name.substr(name.find('.') + 1)), 0);
            if (!difference.empty())
                return name + " of the structure " + difference;
        }
    }
    test::TwoWays received = one.ways;
    received.plan = one.received;
    const auto got = test::runCompiled(received, object);
    if (!got)
        return "compiled: " + toString(got.error());
    for (const auto& [name, array] : *got) {
        const auto difference =
            firstDifference(array, expected->at(name), closeness(array.type, one.random.exact));
        if (!difference.empty())
            return name + " " + difference;
    }
    return {};
}

void compareAll(std::span<Case> cases, const fs::path& base) {
    std::vector<test::TwoWays*> lowered;
    for (Case& one : cases)
        if (one.ways.problem.empty())
            lowered.push_back(&one.ways);
    const std::string refused = test::compileTo(base, test::sourceOf(lowered));
    for (Case& one : cases) {
        if (one.ways.problem.empty())
            one.ways.problem =
                refused.empty() ? disagreement(one, base.string() + ".so") : "compiler: " + refused;
    }
}

/// All programs from that seed on, the files in two threads.
std::vector<Case> runAll(std::uint64_t seed, int count, const fs::path& folder) {
    std::vector<Case> cases;
    for (int i = 0; i < count; ++i)
        cases.push_back(prepare(seed + static_cast<std::uint64_t>(i), i));
    const auto chunks = (cases.size() + kPerFile - 1) / kPerFile;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t c = next++; c < chunks; c = next++) {
            const auto first = c * kPerFile;
            compareAll(std::span(cases).subspan(
                           first, std::min<std::size_t>(kPerFile, cases.size() - first)),
                       folder / fmt::format("chunk{}", c));
        }
    };
    std::jthread second(work);
    work();
    second.join();
    return cases;
}

/// `can`: run or compile.
bool hasCuda(bool exec::DeviceInfo::*can) {
    exec::Session session;
    const auto devices = session.devices();
    return devices && std::ranges::any_of(*devices, [&](const exec::DeviceInfo& device) {
               return device.target == codegen::Target::cuda && device.*can;
           });
}

/// Once on the device, without fused multiply-adds.
Expected<inputs::HostArrays> runOnDevice(exec::Session& session, const test::TwoWays& program,
                                         const codegen::LowerOptions& options) {
    MW_TRY(codegen::Plan plan, codegen::lower(*program.document, options));
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(codegen::Target::cuda)));
    MW_TRY(const auto handle,
           session.load(plan, codegen::Target::cuda, nullptr, exec::Contraction::never));
    inputs::HostArrays given;
    std::vector<std::string> names;
    for (const codegen::PlanArray& array : plan.arrays) {
        if (!array.argument)
            continue;
        names.push_back(array.name);
        if (const auto input = program.inputs.find(array.name); input != program.inputs.end())
            given[array.name] = {input->second.type, input->second.shape, *input->second.bytes};
    }
    MW_CHECK(session.setInputs(handle, program.symbols, given));
    auto outputs = session.run(handle, names);
    MW_CHECK(session.unload(handle));
    return outputs;
}

/// CUDA's functions of float32 are up to 2 units in the last place from what is exact (CUDA C++
/// Programming Guide, Mathematical Functions), the host's one; numbers of float64 come from them.
constexpr double kMathLibrary = 1e-6;
bool callsMathLibrary(const Case& one) {
    return std::ranges::any_of(
        std::array{"sin(", "cos(", "tan(", "tanh(", "exp(", "log(", "pow(", " ** "},
        [&](const char* call) { return one.random.text.find(call) != std::string::npos; });
}

std::string disagreementOnDevice(exec::Session& session, const Case& one) {
    codegen::LowerOptions options;
    if (one.random.seed % 2 == 0)
        options.constants = one.ways.symbols;
    const auto expected = test::runInterpreted(one.ways);
    if (!expected)
        return "interpreter: " + toString(expected.error());
    const auto got = runOnDevice(session, one.ways, options);
    if (!got)
        return "device: " + toString(got.error());
    for (const auto& [name, array] : *got) {
        const exec::InputArray here{array.type, array.shape,
                                    std::make_shared<std::vector<std::byte>>(array.bytes)};
        const double allowance = std::max(closeness(array.type, one.random.exact),
                                          callsMathLibrary(one) ? kMathLibrary : 0.0);
        const auto difference = firstDifference(here, expected->at(name), allowance);
        if (!difference.empty())
            return name + " " + difference;
    }
    return {};
}

/// Says what disagrees; nothing else is remembered of thousands of programs.
std::vector<std::string> disagreementsOnDevice(std::uint64_t first, int count) {
    std::vector<std::string> found;
    std::mutex mutex;
    std::atomic<int> next = 0;
    const auto work = [&] {
        exec::Session session;
        for (int i = next++; i < count; i = next++) {
            const Case one = prepare(first + static_cast<std::uint64_t>(i), i);
            const std::string problem =
                one.ways.problem.empty() ? disagreementOnDevice(session, one) : one.ways.problem;
            if (problem.empty())
                continue;
            const std::lock_guard lock(mutex);
            found.push_back(fmt::format("seed {}: {}\n{}", one.random.seed, problem,
                                        found.size() < 10 ? one.random.text : std::string()));
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
            threads.emplace_back(work);
        work();
    }
    return found;
}

/// How many, and the first one's seed.
std::pair<int, std::uint64_t> chosenPrograms() {
    const char* asked = std::getenv("MAPWRIGHT_PROGRAMS");
    const char* from = std::getenv("MAPWRIGHT_SEED");
    return {asked                           ? std::atoi(asked)
            : std::getenv("MAPWRIGHT_LONG") ? kLong
                                            : kUsual,
            from ? std::strtoull(from, nullptr, 10) : kFirstSeed};
}

} // namespace

TEST_CASE("random programs compile for a device") {
    if (!hasCuda(&exec::DeviceInfo::canCompile))
        return test::skip("no NVRTC");
    exec::Session session;
    constexpr int kPrograms = 12;
    for (int i = 0; i < kPrograms; ++i) {
        const auto seed = kFirstSeed + static_cast<std::uint64_t>(i);
        const auto program = test::randomProgram(seed);
        const auto plan = codegen::lower(*program.document);
        REQUIRE(plan);
        const auto compiled = session.compile(*plan, codegen::Target::cuda);
        INFO("seed " << seed << "\n" << program.text);
        if (!compiled)
            FAIL_CHECK(toString(compiled.error()));
    }
}

TEST_CASE("random programs agree between the interpreter and a device") {
    if (!hasCuda(&exec::DeviceInfo::canRun))
        return test::skip("no CUDA device");
    const auto [count, first] = chosenPrograms();
    const auto start = std::chrono::steady_clock::now();
    const auto problems = disagreementsOnDevice(first, count);
    for (const std::string& problem : problems)
        UNSCOPED_INFO(problem);
    CHECK(problems.empty());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cerr << count << " random programs on a device in " << seconds.count() << " s\n";
}

TEST_CASE("random programs agree between the interpreter and the C++ back end") {
    if (!exec::hostCompiler()) {
        WARN("skipped: no C++ compiler");
        return;
    }
    const auto [count, first] = chosenPrograms();
    const test::Folder folder;
    const auto start = std::chrono::steady_clock::now();
    auto cases = runAll(first, count, folder.path);
    int wrong = 0;
    for (Case& one : cases) {
        if (one.ways.problem.empty())
            continue;
        if (++wrong <= 10)
            UNSCOPED_INFO(one.random.text);
        UNSCOPED_INFO("seed " << one.random.seed << ": " << one.ways.problem);
        if (cases.size() == 1)
            UNSCOPED_INFO(test::sourceOf(std::array{&one.ways}));
    }
    CHECK(wrong == 0);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cerr << cases.size() << " random programs in " << seconds.count() << " s\n";
}

} // namespace random_programs_test
