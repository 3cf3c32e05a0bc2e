// Programs to graphs.
#include "samples/builder/lower.h"

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "samples/builder/lowering.h"

namespace mw::samples {

std::string graphText(const Program& program, Generation generation) {
    Lowering lowering(program, generation);
    std::size_t number = 0;
    for (const Statement& statement : program.statements())
        lowering.statement(statement, number++);
    return lowering.text();
}

Expected<ir::DocumentPtr> lower(const Program& program, Generation generation) {
    return ir::parseDump(graphText(program, generation));
}

Expected<std::string> sdfgText(const Program& program, Generation generation) {
    MW_TRY(const auto document, lower(program, generation));
    io::WriteOptions options;
    if (generation == Generation::gt4py121)
        options.dialect = symbolic::Dialect::dollar;
    return io::writeSdfg(*document, options);
}

} // namespace mw::samples
