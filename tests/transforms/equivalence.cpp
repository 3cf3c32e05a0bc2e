#include "tests/transforms/equivalence.h"

#include "core/exec/host/host_compiler.h"
#include "core/support/hash.h"
#include "tests/support/compiled_programs.h"

#include <array>

namespace mw::test {

namespace {

constexpr std::array<std::int64_t, 14> kPrimes{5,  7,  11, 13, 17, 19, 23,
                                               29, 31, 37, 41, 43, 47, 53};
constexpr std::int64_t kSame = 7;
/// Of functions of the C library, which the two ways may take from different places.
constexpr double kTolerance = 1e-14;

symbolic::Bindings symbolsOf(const ir::Sdfg& sdfg, bool distinct) {
    symbolic::Bindings values;
    std::size_t next = 0;
    for (const auto& [name, type] : sdfg.symbols)
        values[name] =
            symbolic::Value::integer(distinct ? kPrimes.at(next++ % kPrimes.size()) : kSame);
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

Expected<RunInputs> inputsFor(const ir::Sdfg& sdfg, std::uint64_t seed, bool distinct) {
    RunInputs inputs{symbolsOf(sdfg, distinct), {}};
    for (const auto& [name, data] : sdfg.arrays) {
        if (data->transient)
            continue;
        std::vector<std::int64_t> shape;
        for (const auto& extent : data->isScalar() ? std::vector<symbolic::Expr>{} : data->shape) {
            MW_TRY(const auto size, symbolic::evaluateInteger(extent, inputs.symbols));
            shape.push_back(size);
        }
        inputs.arrays[name] = filled(data->dtype.scalar, std::move(shape), fnv1a64(name) ^ seed);
    }
    return inputs;
}

struct Run {
    RunInputs inputs;
    Outputs outputs;
};
Expected<Run> runWith(const ir::Document& document, std::uint64_t seed, bool distinct) {
    MW_TRY(auto inputs, inputsFor(*document.root, seed, distinct));
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

std::optional<std::string> difference(const ir::Document& before, const ir::Document& after,
                                      const EquivalenceOptions& options) {
    auto expected = runWith(before, options.seed, /*distinct=*/true);
    if (!expected)
        expected = runWith(before, options.seed, /*distinct=*/false);
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
