// Random programs of maps to fuse, made of the patterns that once went wrong.
#include "tests/support/fusion_program.h"

#include "core/ir/dump.h"
#include "core/support/hash.h"
#include "tests/support/fusion_chain.h"

#include <cstdlib>
#include <iostream>

namespace mw::test {

namespace {

symbolic::Bindings symbolsOf(RandomSource& random) {
    using symbolic::Value;
    symbolic::Bindings symbols;
    symbols["N"] = Value::integer(random.chance(50) ? 5 : 7);
    symbols["M"] = Value::integer(random.chance(50) ? 4 : 6);
    symbols["h"] = Value::integer(1);
    symbols["g"] = Value::integer(0);
    symbols["s"] = Value::integer(2 + random.below(2));
    symbols["k"] = Value::integer(random.chance(50) ? 3 : 11);
    return symbols;
}

/// Sixteenths between -8 and 8; integers from 1 to 3, which are indices and lengths everywhere.
symbolic::Value valueAt(ir::ScalarType type, std::uint64_t bits) {
    if (type == ir::ScalarType::int32)
        return symbolic::Value::integer(1 + static_cast<std::int64_t>(bits % 3));
    return symbolic::Value::real((static_cast<double>((bits >> 20U) % 256) - 128.0) / 16.0);
}

Expected<RunInputs> inputsFor(const ir::Sdfg& program, const symbolic::Bindings& symbols,
                              std::uint64_t seed) {
    RunInputs inputs{symbols, {}};
    for (const auto& [name, data] : program.arrays) {
        if (data->transient)
            continue;
        exec::InputArray array;
        array.type = data->dtype.scalar;
        std::size_t count = 1;
        for (const auto& extent : data->shape) {
            MW_TRY(const auto size, symbolic::evaluateInteger(extent, symbols));
            array.shape.push_back(size);
            count *= static_cast<std::size_t>(size);
        }
        const auto width = static_cast<std::size_t>(ir::sizeOf(array.type));
        auto bytes = std::make_shared<std::vector<std::byte>>(count * width);
        for (std::size_t i = 0; i < count; ++i)
            exec::writeElement(
                valueAt(array.type, splitmix64(seed ^ splitmix64(i + fnv1a64(name)))), array.type,
                bytes->data() + i * width);
        array.bytes = bytes;
        inputs.arrays[name] = std::move(array);
    }
    return inputs;
}

[[noreturn]] void giveUp(const FusionProgram& program, const Diagnostic& problem) {
    std::cerr << program.text << "seed " << program.seed << ": " << toString(problem) << '\n';
    std::abort();
}

} // namespace

FusionProgram fusionProgram(std::uint64_t seed) {
    RandomSource random(seed);
    FusionProgram program;
    program.seed = seed;
    const auto symbols = symbolsOf(random);
    FusionChain chain(random, program.patterns);
    program.text = chain.text();
    auto parsed = ir::parseDump(program.text);
    if (!parsed)
        giveUp(program, parsed.error());
    program.document = *parsed;
    auto inputs = inputsFor(*program.document->root, symbols, seed);
    if (!inputs)
        giveUp(program, inputs.error());
    program.inputs = std::move(*inputs);
    return program;
}

} // namespace mw::test
