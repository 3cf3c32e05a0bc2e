// Runs two graphs on the same inputs with several sizes, and compares what they give.
#include "tests/transforms/equivalence.h"

#include "core/exec/host/host_compiler.h"
#include "core/inputs/distinct_sizes.h"
#include "core/support/hash.h"
#include "tests/support/compiled_programs.h"

namespace mw::test {

namespace {

constexpr std::int64_t kSame = 7;
/// Of functions of the C library, which the two ways may take from different places.
constexpr double kTolerance = 1e-14;

symbolic::Bindings allSeven(const ir::Sdfg& sdfg) {
    symbolic::Bindings values;
    for (const auto& [name, type] : sdfg.symbols)
        values[name] = symbolic::Value::integer(kSame);
    return values;
}

/// Floats between -1 and 1, integers between 0 and 4 (so that they can be indices).
symbolic::Value valueAt(ir::ScalarType type, std::uint64_t bits) {
    if (ir::DType{type, {}}.isFloating())
        return symbolic::Value::real(static_cast<double>(bits >> 11U) * 0x1p-52 - 1.0);
    if (type == ir::ScalarType::boolean)
        return symbolic::Value::integer(static_cast<std::int64_t>(bits % 2));
    return symbolic::Value::integer(static_cast<std::int64_t>(bits % 5));
}

exec::InputArray filled(ir::ScalarType type, std::vector<std::int64_t> shape, std::uint64_t seed) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(type));
    std::size_t count = 1;
    for (const auto extent : shape)
        count *= static_cast<std::size_t>(extent);
    auto bytes = std::make_shared<std::vector<std::byte>>(count * width);
    for (std::size_t i = 0; i < count; ++i)
        exec::writeElement(valueAt(type, splitmix64(seed + i)), type, bytes->data() + i * width);
    return {type, std::move(shape), bytes};
}

struct Run {
    RunInputs inputs;
    Outputs outputs;
};
Expected<Run> runWith(const ir::Document& document, std::uint64_t seed,
                      const symbolic::Bindings& sizes) {
    MW_TRY(auto inputs, inputsFor(*document.root, sizes, seed));
    MW_TRY(auto outputs, interpreted(document, inputs));
    return Run{std::move(inputs), std::move(outputs)};
}

std::optional<std::string> differenceCompiled(const ir::Document& before, const ir::Document& after,
                                              const Run& expected) {
    CompiledPrograms programs;
    const auto first = programs.add(before), second = programs.add(after);
    programs.compile();
    for (const auto& [program, name] : {std::pair{first, "before"}, std::pair{second, "after"}}) {
        const auto got = programs.run(program, expected.inputs);
        if (!got)
            return std::string(name) + " as C++: " + toString(got.error());
        if (const auto found = firstDifference(*got, expected.outputs, {kTolerance}))
            return std::string(name) + " as C++: " + *found;
    }
    return std::nullopt;
}

} // namespace

std::vector<symbolic::Bindings> sizeSets(const ir::Sdfg& program) {
    std::vector<std::string> symbols;
    for (const auto& [name, type] : program.symbols)
        symbols.push_back(name);
    return inputs::distinctSizes(program, symbols);
}

Expected<RunInputs> inputsFor(const ir::Sdfg& program, const symbolic::Bindings& symbols,
                              std::uint64_t seed) {
    RunInputs inputs{symbols, {}};
    for (const auto& [name, data] : program.arrays) {
        if (data->transient)
            continue;
        std::vector<std::int64_t> shape;
        for (const auto& extent : data->isScalar() ? std::vector<symbolic::Expr>{} : data->shape) {
            MW_TRY(const auto size, symbolic::evaluateInteger(extent, inputs.symbols));
            shape.push_back(size);
        }
        const auto type = data->dtype.scalar;
        inputs.arrays[name] = filled(type, std::move(shape), fnv1a64(name) ^ seed);
        if (data->isScalar()) // the host may want to know it
            inputs.symbols[name] = valueAt(type, splitmix64(fnv1a64(name) ^ seed));
    }
    return inputs;
}

std::optional<std::string> difference(const ir::Document& before, const ir::Document& after,
                                      const EquivalenceOptions& options) {
    auto expected = runWith(before, options.seed, sizeSets(*before.root).front());
    if (!expected)
        expected = runWith(before, options.seed, allSeven(*before.root));
    if (!expected)
        return "before: " + toString(expected.error());
    const auto got = interpreted(after, expected->inputs);
    if (!got)
        return "after: " + toString(got.error());
    if (const auto found = firstDifference(*got, expected->outputs))
        return found;
    if (!options.compiled || !exec::hostCompiler())
        return std::nullopt;
    return differenceCompiled(before, after, *expected);
}

} // namespace mw::test
