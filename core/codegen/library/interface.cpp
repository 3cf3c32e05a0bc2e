// The C interface of a program, as DaCe gives it to what it compiles.
#include "core/codegen/library/interface.h"

#include "core/analysis/analysis.h"
#include "core/codegen/ctext.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

using Kind = LibraryArgument::Kind;

std::string_view kindText(Kind kind) {
    return kind == Kind::array ? "an array" : kind == Kind::scalar ? "a scalar" : "a symbol";
}

void collectExternal(const ir::Sdfg& sdfg, std::set<std::string>& storages) {
    for (const auto& [name, data] : sdfg.arrays)
        if (data->lifetime == ir::Lifetime::External)
            storages.insert(std::string(ir::name(data->storage)));
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    collectExternal(*nested->sdfg, storages);
    });
}

LibraryArgument argumentOf(const ir::Sdfg& sdfg, const std::string& name) {
    LibraryArgument argument;
    argument.name = name;
    if (const auto* data = sdfg.data(name)) {
        argument.type = data->dtype.scalar;
        argument.kind = data->isScalar() ? Kind::scalar : Kind::array;
        return argument;
    }
    const auto declared = sdfg.symbols.find(name);
    argument.kind = Kind::symbol;
    argument.type =
        declared == sdfg.symbols.end() ? ir::ScalarType::int32 : declared->second.scalar;
    return argument;
}

Unexpected changed(const std::string& sentence) {
    return fail("changed-arguments",
                sentence + "; who calls the program by the list that it had would call it wrongly");
}

Expected<void> sameArgument(const LibraryArgument& wanted, const LibraryArgument& got) {
    if (wanted.kind != got.kind)
        return changed(fmt::format("the argument '{}' is {} in the original and {} now",
                                   wanted.name, kindText(wanted.kind), kindText(got.kind)));
    if (wanted.type != got.type)
        return changed(fmt::format("the argument '{}' has the type {} in the original and {} now",
                                   wanted.name, ir::name(wanted.type), ir::name(got.type)));
    return {};
}

} // namespace

const LibraryArgument* LibraryInterface::argument(std::string_view wanted) const {
    const auto found = std::ranges::find(arguments, wanted, &LibraryArgument::name);
    return found == arguments.end() ? nullptr : &*found;
}

Expected<LibraryInterface> libraryInterface(const ir::Sdfg& sdfg) {
    LibraryInterface result;
    result.name = sdfg.name;
    if (!isIdentifier(sdfg.name))
        return fail("bad-name", fmt::format("'{}' is no name of a program in C", sdfg.name));
    for (const std::string& name : analysis::argumentList(sdfg)) {
        LibraryArgument argument = argumentOf(sdfg, name);
        if (cType(argument.type).empty() && argument.kind != Kind::array)
            return fail("bad-argument",
                        fmt::format("the argument '{}' of the type {} cannot be passed by value",
                                    name, ir::name(argument.type)));
        result.arguments.push_back(std::move(argument));
    }
    collectExternal(sdfg, result.externalStorages);
    return result;
}

Expected<void> fitsLibrary(const ir::Sdfg& sdfg) {
    for (const auto& [name, data] : sdfg.arrays)
        if (!data->members.empty() && !data->transient)
            return fail("structure-argument",
                        fmt::format("the argument '{}' is a structure: libraries take arrays, "
                                    "scalars and symbols",
                                    name),
                        {{}, {}, {sdfg.id}});
    return {};
}

Expected<void> sameArguments(const LibraryInterface& wanted, const LibraryInterface& got,
                             const std::set<std::string, std::less<>>& folded) {
    for (const LibraryArgument& argument : got.arguments)
        if (!wanted.argument(argument.name))
            return changed(fmt::format(
                "the original has no argument '{}', which this program needs", argument.name));
    for (const LibraryArgument& argument : wanted.arguments) {
        if (const auto* found = got.argument(argument.name))
            MW_CHECK(sameArgument(argument, *found));
        else if (!folded.contains(argument.name))
            return changed(fmt::format("the argument '{}' of the original is gone", argument.name));
    }
    if (wanted.name != got.name)
        return fail("changed-arguments",
                    fmt::format("the original is called '{}' and this program '{}': its functions "
                                "would have other names",
                                wanted.name, got.name));
    return {};
}

} // namespace mw::codegen
