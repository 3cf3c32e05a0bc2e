// Many programs in one call of the C++ compiler, each run in a process of its own.
#include "tests/support/compiled_programs.h"

#include "core/analysis/flatten_structures.h"
#include "core/exec/host/host_compiler.h"
#include "core/exec/runner/kernel_source.h"
#include "core/exec/runner/program.h"
#include "tests/support/corpus.h"
#include "tests/support/host_compile.h"
#include "tests/support/own_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace mw::test {

namespace fs = std::filesystem;

namespace {

constexpr int kSeconds = 60; ///< that one run may take

Expected<Outputs> runHere(const codegen::Plan& plan, const std::string& object,
                          const RunInputs& inputs) {
    const auto backend = exec::makeHostBackend();
    exec::Binary binary;
    binary.images = {exec::Binary::image(object)};
    MW_TRY(auto program, exec::Program::create(*backend, plan, binary));
    MW_CHECK(program->setInputs(inputs.symbols, inputs.arrays));
    MW_CHECK(program->execute());
    std::vector<std::string> names;
    for (const auto& array : plan.arrays)
        if (array.argument)
            names.push_back(array.name);
    return program->fetch(names);
}

/// Arrays one behind the other, by name: what `unpacked` takes apart.
std::string packed(const Outputs& outputs) {
    std::string bytes;
    for (const auto& [name, array] : outputs)
        bytes.append(reinterpret_cast<const char*>(array.bytes->data()), array.bytes->size());
    return bytes;
}

Expected<Outputs> unpacked(const std::string& bytes, const codegen::Plan& plan,
                           const symbolic::Bindings& symbols) {
    Outputs outputs;
    std::size_t at = 0;
    for (const auto& array : plan.arrays) { // sorted by name, as the outputs are
        if (!array.argument)
            continue;
        MW_TRY(const auto layout, exec::layoutOf(array, symbols));
        std::size_t size = layout.elementBytes;
        for (const auto extent : layout.shape)
            size *= static_cast<std::size_t>(extent);
        if (at + size > bytes.size())
            return fail("crashed", "the program's outputs are incomplete");
        const auto* first = reinterpret_cast<const std::byte*>(bytes.data()) + at;
        outputs[array.name] = {array.type, layout.shape,
                               std::make_shared<const std::vector<std::byte>>(first, first + size)};
        at += size;
    }
    return outputs;
}

/// Arguments that no part of the program touches: what is there stays.
std::vector<std::string> argumentsBeside(const codegen::Plan& plan, const ir::Sdfg& program) {
    std::vector<std::string> names;
    const analysis::FlatProgram flat(program);
    for (const auto& [name, data] : flat->arrays)
        if (!data->transient &&
            std::ranges::none_of(plan.arrays, [&name = name](const codegen::PlanArray& array) {
                return array.argument && array.name == name;
            }))
            names.push_back(name);
    return names;
}

} // namespace

Folder::Folder() {
    static std::atomic<int> number = 0;
    path = fs::temp_directory_path() / fmt::format("mw-test-{}-{}", getpid(), number++);
    fs::create_directories(path);
}

Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

std::string sourceOf(std::span<const codegen::Plan* const> plans) {
    codegen::Plan all;
    for (const codegen::Plan* plan : plans)
        all.kernels.insert(all.kernels.end(), plan->kernels.begin(), plan->kernels.end());
    return codegen::print(all, codegen::Target::cpu).text + exec::copyKernels(codegen::Target::cpu);
}

std::string compileTo(const fs::path& base, const std::string& source,
                      const std::string& optimisation) {
    std::ofstream(base.string() + ".cpp") << source;
    return compileShared(base, {"-std=c++17", optimisation, "-fwrapv", "-fopenmp", "-fPIC",
                                "-ffp-contract=off", "-frounding-math", "-w"})
        .substr(0, 3000);
}

CompiledPrograms::CompiledPrograms(std::size_t perCall, std::string optimisation)
    : perCall_(perCall), optimisation_(std::move(optimisation)) {}

std::size_t CompiledPrograms::add(const ir::Document& program, codegen::LowerOptions options) {
    auto plan = codegen::lower(program, options);
    if (plan)
        return add(std::move(*plan), *program.root);
    entries_.emplace_back().problem = plan.error();
    return entries_.size() - 1;
}

std::size_t CompiledPrograms::add(codegen::Plan plan, const ir::Sdfg& program) {
    Entry entry;
    entry.plan = std::move(plan);
    entry.untouched = argumentsBeside(entry.plan, program);
    for (auto& kernel : entry.plan.kernels)
        kernel.name = fmt::format("p{}_{}", entries_.size(), kernel.name);
    entries_.push_back(std::move(entry));
    return entries_.size() - 1;
}

void CompiledPrograms::compileTogether(std::span<Entry* const> entries,
                                       const std::string& name) const {
    std::vector<const codegen::Plan*> plans;
    for (const Entry* entry : entries)
        plans.push_back(&entry->plan);
    const fs::path base = folder_.path / name;
    const std::string refused = compileTo(base, sourceOf(plans), optimisation_);
    if (refused.empty()) {
        for (Entry* entry : entries)
            entry->object = base.string() + ".so";
    } else if (entries.size() == 1) {
        Diagnostic problem;
        problem.code = "compiler-refused";
        problem.sentence = refused;
        entries.front()->problem = problem;
    } else { // one of them spoils it for the others
        for (std::size_t i = 0; i < entries.size(); ++i)
            compileTogether(entries.subspan(i, 1), fmt::format("{}_{}", name, i));
    }
}

void CompiledPrograms::compile() {
    std::vector<Entry*> waiting;
    for (Entry& entry : entries_)
        if (entry.object.empty() && !entry.problem)
            waiting.push_back(&entry);
    const std::size_t calls = (waiting.size() + perCall_ - 1) / perCall_;
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t c = next++; c < calls; c = next++) {
            const auto first = c * perCall_;
            compileTogether(
                std::span(waiting).subspan(first, std::min(perCall_, waiting.size() - first)),
                fmt::format("programs{}", static_cast<std::size_t>(calls_) + c));
        }
    };
    {
        const std::jthread second(work);
        work();
    }
    calls_ += static_cast<int>(calls);
}

Expected<Outputs> CompiledPrograms::run(std::size_t program, const RunInputs& inputs) const {
    const Entry& entry = entries_.at(program);
    if (entry.problem)
        return fail(*entry.problem);
    MW_TRY(const std::string bytes, inOwnProcess(
                                        [&]() -> Expected<std::string> {
                                            MW_TRY(const Outputs outputs,
                                                   runHere(entry.plan, entry.object, inputs));
                                            return packed(outputs);
                                        },
                                        kSeconds));
    MW_TRY(Outputs outputs, unpacked(bytes, entry.plan, inputs.symbols));
    for (const auto& name : entry.untouched)
        if (const auto given = inputs.arrays.find(name); given != inputs.arrays.end())
            outputs.insert(*given);
    return outputs;
}

bool canCompile() {
    if (exec::hostCompiler())
        return true;
    skip("no C++ compiler");
    return false;
}

} // namespace mw::test
