// What the lowering of a program's host side shares.
#include "core/codegen/host/host_program.h"

namespace mw::codegen {

using symbolic::Expr;

HostProgram::HostProgram(const ir::Document& lowered, const LowerOptions& options)
    : document(lowered), memo(options.observer ? nullptr : options.memo) {
    context.constants = options.constants;
    context.without = options.without;
    context.observer = options.observer;
    if (memo)
        memo->store().begin();
}

void HostProgram::note(const std::string& code, const std::string& sentence, ElementId element) {
    context.plan.notes.push_back({Severity::hint, code, sentence, Location{{}, {}, {element}}, {}});
}

const ir::ScopeParts& HostProgram::partsOf(const ir::StateIndex& index) {
    return parts.try_emplace(&index.state(), index).first->second;
}

std::string HostProgram::freshSymbol(const std::string& wish, ir::ScalarType type) {
    std::string symbol = names.fresh(wish);
    context.symbolTypes.set(symbol, type);
    context.loaded.insert(symbol);
    return symbol;
}

Expr elementOf(const ContainerStorage& storage, const Expr& linear) {
    return Expr::make(symbolic::Op::subscript, {Expr::symbol(storage.name), linear});
}

} // namespace mw::codegen
