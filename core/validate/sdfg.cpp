// An SDFG by itself: names, sizes, strides, constants.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::validate {

namespace {

using symbolic::Expr;

bool isUndefined(const Expr& e) {
    return e.op() == symbolic::Op::undefined || std::ranges::any_of(e.args(), isUndefined);
}

/// One container as its checks see it.
struct Container {
    const SdfgContext& in;
    const std::string& name;
    const ir::DataDescriptor& data;

    std::string place() const { return "_arrays/" + name; }
    std::string called() const { return fmt::format("'{}' of {}", name, in.sdfg.name); }
};

/// 3: names.
void checkName(const Container& c, analysis::NameSet& seen, Findings& findings) {
    const auto& sdfg = c.in.sdfg;
    if (!seen.insert(c.name).second || sdfg.symbols.contains(c.name))
        findings.error("name-used-twice",
                       fmt::format("'{}' names more than one container or symbol of {}: rename "
                                   "one of them.",
                                   c.name, sdfg.name),
                       {sdfg.id}, c.place());
    if (!isValidName(c.name))
        findings.error(
            "invalid-name",
            fmt::format("The container name {} is no identifier: rename it.", c.called()),
            {sdfg.id}, c.place());
}

/// 6: what memory allocation needs.
void checkSize(const Container& c, Findings& findings) {
    const auto& data = c.data;
    const bool undefined = std::ranges::any_of(data.shape, isUndefined) ||
                           std::ranges::any_of(data.strides, isUndefined) ||
                           std::ranges::any_of(data.offset, isUndefined) ||
                           isUndefined(data.totalSize) || isUndefined(data.startOffset);
    if (data.transient && undefined)
        findings.error("undefined-size",
                       fmt::format("The size of the temporary {} contains '?', so it cannot be "
                                   "allocated: give it a shape.",
                                   c.called()),
                       {c.in.sdfg.id}, c.place());
    const auto negative = [](const Expr& e) { return e.isInteger() && e.value() < 0; };
    if (std::ranges::any_of(data.shape, negative) || negative(data.totalSize))
        findings.error("negative-size",
                       fmt::format("The container {} has a negative extent.", c.called()),
                       {c.in.sdfg.id}, c.place());
    if (data.isScalar() || data.kind != ir::DataKind::array)
        return;
    if (data.strides.size() != data.shape.size())
        findings.error("stride-count",
                       fmt::format("The container {} has {} dimensions and {} strides.", c.called(),
                                   data.shape.size(), data.strides.size()),
                       {c.in.sdfg.id}, c.place());
    if (!data.offset.empty() && data.offset.size() != data.shape.size())
        findings.error("offset-count",
                       fmt::format("The container {} has {} dimensions and {} offsets.", c.called(),
                                   data.shape.size(), data.offset.size()),
                       {c.in.sdfg.id}, c.place());
}

/// 5, 6: where a container lives and for how long.
void checkStorage(const Container& c, Findings& findings) {
    const auto& data = c.data;
    const bool persistent =
        data.lifetime == ir::Lifetime::Persistent || data.lifetime == ir::Lifetime::External;
    if (persistent && data.storage == ir::Storage::Register)
        findings.error("persistent-register",
                       fmt::format("The container {} lives longer than a call but is stored in "
                                   "registers: choose another storage.",
                                   c.called()),
                       {c.in.sdfg.id}, c.place());
    const bool alias = data.kind == ir::DataKind::view || data.kind == ir::DataKind::reference;
    if (alias && data.lifetime != ir::Lifetime::Scope)
        findings.error("alias-lifetime",
                       fmt::format("{} is a view or reference and must have the lifetime Scope, "
                                   "not {}.",
                                   c.called(), ir::name(data.lifetime)),
                       {c.in.sdfg.id}, c.place());
    if (!c.in.holder && data.isScalar() && !data.transient && c.name.starts_with("__return"))
        findings.error("scalar-return",
                       fmt::format("The return value {} is a scalar; a program can return arrays "
                                   "only: make it an array of one element.",
                                   c.called()),
                       {c.in.sdfg.id}, c.place());
}

/// 28: of a kind, or of elements, that neither this tool nor DaCe 2.0.0b1 has.
void checkKind(const Container& c, Findings& findings) {
    static constexpr std::array<std::string_view, 9> kOfDace{
        "Tensor",        "ProcessGrid", "SubArray",      "RedistrArray", "ContainerArray",
        "ContainerView", "StructArray", "StructureView", "Structure"};
    const auto say = [&](const std::string& what) {
        findings.warning("unknown-type",
                         fmt::format("The container '{}' of {} {}, which is not known here: it is "
                                     "kept and shown, and cannot be run.",
                                     c.name, c.in.sdfg.name, what),
                         {c.in.sdfg.id}, "_arrays/" + c.name);
    };
    const std::string type = ir::unknownTypeName(c.data.dtype);
    if (c.data.kind == ir::DataKind::other &&
        std::ranges::find(kOfDace, c.data.typeName) == kOfDace.end())
        say(fmt::format("is a '{}'", c.data.typeName));
    else if (!type.empty())
        say(fmt::format("has elements of the type '{}'", type));
}

/// `chosen`: which; null: all.
void checkContainers(const SdfgContext& context, const std::set<std::string_view>* chosen,
                     Findings& findings) {
    if (chosen && chosen->empty())
        return;
    analysis::NameSet seen;
    for (const auto& [name, data] : context.sdfg.arrays) {
        if (chosen && !chosen->contains(name))
            continue;
        const Container container{context, name, *data};
        checkName(container, seen, findings);
        checkSize(container, findings);
        checkStorage(container, findings);
        if (context.options.warnings)
            checkKind(container, findings);
    }
}

/// 3
void checkSymbolNames(const ir::Sdfg& sdfg, Findings& findings) {
    for (const auto& [name, type] : sdfg.symbols)
        if (!isValidName(name))
            findings.error("invalid-name",
                           fmt::format("The symbol name '{}' of {} is no identifier: rename it.",
                                       name, sdfg.name),
                           {sdfg.id}, "symbols/" + name);
}

/// 4: a compile-time constant that its declared type cannot hold.
void checkConstants(const SdfgContext& context, Findings& findings) {
    const auto& sdfg = context.sdfg;
    for (const auto& [name, value] : sdfg.constants) {
        const auto symbol = sdfg.symbols.find(name);
        const auto* data = sdfg.data(name);
        const ir::DType* type = data                           ? &data->dtype
                                : symbol != sdfg.symbols.end() ? &symbol->second
                                                               : nullptr;
        if (type && value.isReal && type->isInteger())
            findings.warning("constant-type",
                             fmt::format("The constant '{}' of {} is {}, but '{}' is declared as "
                                         "{}: the value is cut off.",
                                         name, sdfg.name, value.d, name, ir::name(type->scalar)),
                             {sdfg.id}, "constants_prop/" + name);
    }
}

/// 3, 6: every name in a size must be one that the program has; DaCe guesses the type of others.
void checkDeclared(const SdfgContext& context, Findings& findings) {
    const auto& sdfg = context.sdfg;
    for (const auto& name : context.shared.symbols.of(sdfg)) {
        if (sdfg.symbols.contains(name))
            continue;
        if (!isValidName(name) || name.starts_with("__dace"))
            continue;
        findings.warning("undeclared-symbol",
                         fmt::format("{} uses the symbol '{}' without declaring it, so its type "
                                     "is a guess: add it to the symbols.",
                                     sdfg.name, name),
                         {sdfg.id}, "symbols/" + name);
    }
}

} // namespace

void checkSdfg(const SdfgContext& context, Findings& findings, const PartChoice& only) {
    const auto& sdfg = context.sdfg;
    if (!isValidName(sdfg.name)) // 2
        findings.error("invalid-name",
                       fmt::format("The program name '{}' is no identifier: rename it.", sdfg.name),
                       {sdfg.id}, "name");
    const auto* chosen = only.containers ? only.containers(sdfg) : nullptr;
    checkContainers(context, chosen, findings);
    if (!chosen)
        checkSymbolNames(sdfg, findings);
    if (context.options.warnings) {
        checkConstants(context, findings);
        checkDeclared(context, findings);
    }
    if (sdfg.body.blocks.empty()) // 7
        findings.error("no-blocks", fmt::format("{} has no state: add one.", sdfg.name), {sdfg.id});
}

} // namespace mw::validate
