#pragma once

#include "core/analysis/part_cache.h"
#include "core/ir/index.h"
#include "core/support/diagnostic.h"

#include <functional>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace mw::validate {

/// Which parts of a document to look into; all of them where a function is empty.
struct PartChoice {
    std::function<bool(const ir::Block& state)> state = {};
    /// Those of an SDFG that is looked into, none of its symbols then; null: all, and all symbols.
    std::function<const std::set<std::string_view>*(const ir::Sdfg& sdfg)> containers = {};
    // In one of these states:
    std::function<bool(const ir::Node& node)> node = {};
    std::function<bool(const ir::Edge& edge)> edge = {};
    /// An edge, one of these: whether to compare its region with the container that it names.
    std::function<bool(const ir::Edge& edge)> region = {};
    /// The node of a nested SDFG, one of these: whether to look into what is nested there.
    std::function<bool(const ir::StateIndex& index, const ir::Node& node)> nested = {};
    /// The index of a state where there is one already; made anew where this is empty.
    std::function<std::shared_ptr<const ir::StateIndex>(const ir::Block& state)> index = {};
    /// Where results about parts stay for later documents; null: nowhere.
    analysis::PartCache* kept = nullptr;
};

/// The errors that validate() finds in these parts, and in each SDFG that it looks into beside its
/// states.
std::vector<Diagnostic> errorsIn(const ir::DocumentIndex& index, const PartChoice& only = {});

} // namespace mw::validate
