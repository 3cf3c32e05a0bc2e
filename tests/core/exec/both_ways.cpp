// Runs a program with the interpreter and as compiled C++.
#include "tests/core/exec/both_ways.h"

#include "core/exec/runner/program.h"
#include "core/ir/dump.h"
#include "tests/core/exec/library_way.h"
#include "tests/support/catch.h"

#include <cmath>
#include <filesystem>
#include <map>

namespace mw::test {

void lowerFor(TwoWays& program, const codegen::LowerOptions& options, const std::string& prefix) {
    auto plan = codegen::lower(*program.document, options);
    if (!plan) {
        program.problem = "lowering: " + toString(plan.error());
        return;
    }
    program.plan = std::move(*plan);
    for (auto& kernel : program.plan.kernels)
        kernel.name = prefix + kernel.name;
}

std::string sourceOf(std::span<TwoWays* const> programs) {
    std::vector<const codegen::Plan*> plans;
    for (const TwoWays* one : programs)
        plans.push_back(&one->plan);
    return sourceOf(plans);
}

Expected<exec::InputArrays> runCompiled(const TwoWays& program, const std::string& object) {
    const auto backend = exec::makeHostBackend();
    exec::Binary binary;
    binary.images = {exec::Binary::image(object)};
    MW_TRY(auto made, exec::Program::create(*backend, program.plan, binary));
    MW_CHECK(made->setInputs(program.symbols, program.inputs));
    MW_CHECK(made->execute());
    std::vector<std::string> names;
    for (const auto& array : program.plan.arrays)
        if (array.argument)
            names.push_back(array.name);
    return made->fetch(names);
}

Expected<exec::InputArrays> runInterpreted(const TwoWays& program) {
    return interpreted(*program.document, {program.symbols, program.inputs});
}

std::vector<double> numbers(const exec::InputArray& array) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(array.type));
    std::vector<double> values;
    for (std::size_t at = 0; at + width <= array.bytes->size(); at += width)
        values.push_back(exec::readElement(array.type, array.bytes->data() + at)->asReal());
    return values;
}

exec::InputArray arrayOf(ir::ScalarType type, std::vector<std::int64_t> shape,
                         const std::vector<double>& values) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(type));
    auto bytes = std::make_shared<std::vector<std::byte>>(values.size() * width);
    const bool real = ir::DType{type, {}}.isFloating();
    for (std::size_t i = 0; i < values.size(); ++i)
        exec::writeElement(real ? symbolic::Value::real(values[i])
                                : symbolic::Value::integer(static_cast<std::int64_t>(values[i])),
                           type, bytes->data() + i * width);
    return {type, std::move(shape), bytes};
}

void requireSame(const std::string& name, const std::vector<double>& got,
                 const std::vector<double>& expected) {
    INFO("argument " << name);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::isnan(got[i]) && std::isnan(expected[i])))
            REQUIRE(got[i] == expected[i]);
}

namespace {

/// The object of kernels and library, by their text: a graph is often run with several inputs.
Expected<std::filesystem::path> objectOf(const std::string& kernels, const LibraryForm& library) {
    static const Folder folder;
    static std::map<std::string, std::filesystem::path> made;
    auto& object = made[kernels + library.text];
    if (object.empty()) {
        const auto base = folder.path / std::to_string(made.size());
        MW_CHECK(compileTogether(base, kernels, library));
        object = base.string() + ".so";
    }
    return object;
}

} // namespace

std::map<std::string, std::vector<double>> agreed(const std::string& graph,
                                                  const symbolic::Bindings& symbols,
                                                  const exec::InputArrays& inputs, bool baked) {
    INFO(graph);
    const auto document = ir::parseDump(graph);
    if (!document)
        FAIL(toString(document.error()));
    return agreed(*document, symbols, inputs, baked);
}

std::map<std::string, std::vector<double>> agreed(const ir::DocumentPtr& document,
                                                  const symbolic::Bindings& symbols,
                                                  const exec::InputArrays& inputs, bool baked) {
    TwoWays program{document, symbols, inputs, {}, {}};
    codegen::LowerOptions options;
    if (baked)
        options.constants = symbols;
    lowerFor(program, options, "");
    if (!program.problem.empty())
        FAIL(program.problem);
    const auto interpreted = runInterpreted(program);
    if (!interpreted)
        FAIL("interpreter: " + toString(interpreted.error()));
    TwoWays* const one = &program;
    const std::string source = sourceOf(std::span(&one, 1));
    INFO(source.substr(source.find("\n// ") + 1));
    auto library = libraryOf(program, options.constants);
    const bool hasLibrary = library || library.error().code != "structure-argument";
    if (!hasLibrary)
        library = LibraryForm();
    if (!library)
        FAIL("library: " + toString(library.error()));
    const auto object = objectOf(source, *library);
    if (!object)
        FAIL(toString(object.error()));
    const auto compiled = runCompiled(program, object->string());
    if (!compiled)
        FAIL("compiled: " + toString(compiled.error()));
    const auto exported =
        hasLibrary ? callLibrary(program, *library, *object) : Expected<exec::InputArrays>();
    if (!exported)
        FAIL("library: " + toString(exported.error()));
    std::map<std::string, std::vector<double>> results;
    for (const auto& [name, array] : *interpreted) {
        results[name] = numbers(array);
        if (compiled->contains(name)) // not a scalar that nothing writes
            requireSame(name, numbers(compiled->at(name)), results[name]);
        if (exported->contains(name)) // scalars are the caller's by value
            requireSame(name + " of the library", numbers(exported->at(name)), results[name]);
    }
    return results;
}

} // namespace mw::test
