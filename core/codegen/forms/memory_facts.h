#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/expr.h"

#include <functional>
#include <map>
#include <string>

namespace mw::codegen {

/// What GT4Py sees to of the memory of a program's arguments, as facts about symbols: the
/// horizontal dimension of a field or a table has unit stride, fields begin at zero, and fields of
/// the same dimensions, with elements of one size, have the same strides. Nothing sees to it that a
/// caller does the same: who relies on a fact checks it.
struct MemoryFacts {
    symbolic::Bindings values; ///< symbol -> its value
    /// Symbol -> the one that is as large; that one stands here for none.
    std::map<std::string, std::string, std::less<>> same;

    bool empty() const { return values.empty() && same.empty(); }
};

/// Facts about the symbols that `isOpen` says yes to.
MemoryFacts memoryFacts(const ir::Sdfg& program,
                        const std::function<bool(const std::string&)>& isOpen);

/// All facts as one condition over their symbols.
symbolic::Expr condition(const MemoryFacts& facts);

} // namespace mw::codegen
