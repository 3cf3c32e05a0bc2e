// Random programs that every right back end gives the same results for.
#include "tests/support/random_program.h"

#include "core/ir/dump.h"
#include "tests/support/program_ops.h"

#include <cstdlib>
#include <iostream>

namespace mw::test {

namespace {

symbolic::Bindings randomSymbols(RandomSource& random) {
    using symbolic::Value;
    symbolic::Bindings symbols;
    symbols["N"] = Value::integer(1 + random.below(5));
    symbols["M"] = Value::integer(1 + random.below(4));
    symbols["L"] = Value::integer(1 + random.below(4));
    symbols["h"] = Value::integer(random.below(3));
    symbols["q"] = Value::integer(random.below(100) - 50);
    symbols["flag"] = Value::integer(random.below(2));
    symbols["alpha"] = Value::real(0.1 * random.below(20));
    symbols["beta"] = Value::real(static_cast<double>(0.3F * static_cast<float>(random.below(9))));
    return symbols;
}

ProgramArgument argumentOf(const Container& container, const symbolic::Bindings& symbols) {
    ProgramArgument argument;
    argument.name = container.name;
    argument.type = *ir::scalarTypeFromName(container.type);
    for (const Extent& extent : container.dims)
        argument.shape.push_back(extent.more +
                                 (extent.symbol.empty() ? 0 : symbols.at(extent.symbol).i));
    if (container.name == "nb")
        argument.tableRows = symbols.at("N").i;
    if (container.name == "cnt")
        argument.mostCount = symbols.at("N").i;
    if (container.name == "one" || container.name == "few")
        argument.mostCount = 3;

    return argument;
}

} // namespace

RandomProgram randomProgram(std::uint64_t seed) {
    RandomSource random(seed);
    ProgramText text(random);
    RandomProgram program;
    program.seed = seed;
    program.symbols = randomSymbols(random);
    ProgramOps operations(random, text, program.exact);
    operations.addInputs();
    for (int i = 2 + random.below(6); i > 0; --i)
        operations.addRandom();
    for (int i = 1 + random.below(2); i > 0; --i)
        operations.addOutput();
    program.text = text.finish();
    for (const Container& argument : operations.arguments())
        if (argument.dims.empty()) // a value of the call
            program.symbols[argument.name] = symbolic::Value::integer(random.below(4));
        else
            program.arguments.push_back(argumentOf(argument, program.symbols));
    auto parsed = ir::parseDump(program.text);
    if (!parsed) {
        std::cerr << program.text << parsed.error().sentence << '\n';
        std::abort();
    }
    program.document = *parsed;
    return program;
}

} // namespace mw::test
