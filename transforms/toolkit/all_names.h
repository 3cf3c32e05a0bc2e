#pragma once

#include "core/analysis/names.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/distinct_symbols.h"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

// All names of one SDFG, for choosing names that are none of them.

namespace mw::transforms {

/// Whatever has a name in the SDFG itself or is said there: containers and the symbols of their
/// sizes and layouts, symbols, constants, parameters, connectors, words of code and of expressions,
/// those of the values that nested SDFGs get for their symbols included. Nested SDFGs have names of
/// their own. Refers into the SDFG.
class AllNames {
public:
    explicit AllNames(const ir::Sdfg& sdfg);

    /// The same for one name, without a set of all.
    static bool contain(const ir::Sdfg& sdfg, std::string_view name) {
        return AllNames(sdfg, name).found_;
    }

    bool contains(std::string_view name) const { return names_.contains(name); }
    const std::unordered_set<std::string_view>& views() const { return names_; }

private:
    /// `only`: the name that is looked for; nullopt: all are collected.
    AllNames(const ir::Sdfg& sdfg, std::optional<std::string_view> only);

    void add(std::string_view name) {
        if (!only_)
            names_.insert(name);
        else if (name == *only_)
            found_ = true;
    }
    void add(const symbolic::Expr& said);
    void add(const symbolic::Subset& said);
    void addCode(std::string_view text);
    void addContainer(const ir::DataDescriptor& data);
    void addState(const ir::State& state);
    void addNode(const ir::Node& node);

    std::optional<std::string_view> only_;
    bool found_ = false;
    std::unordered_set<std::string_view> names_;
    symbolic::DistinctSymbols symbols_;
};

/// The same as strings of their own.
analysis::NameSet allNames(const ir::Sdfg& sdfg);

/// `wish`, or `wish_0`, `wish_1`, ...: the first that is not taken.
template <std::predicate<const std::string&> Taken>
std::string freshAmong(const Taken& isTaken, const std::string& wish) {
    std::string fresh = wish;
    for (int i = 0; isTaken(fresh); ++i)
        fresh = wish + "_" + std::to_string(i);
    return fresh;
}
std::string freshAmong(const analysis::NameSet& taken, const std::string& wish);

} // namespace mw::transforms
