#pragma once

#include "core/analysis/map_accesses.h"

#include <map>
#include <set>
#include <string>

namespace mw::inputs {

/// What parameters and tables of a map's accesses are called before people: by their dimension
/// (`Edge` of `i_Edge_gtx_horizontal`) and table (`E2C2V` of `gt_conn_E2C2V`) where that leaves no
/// doubt, else as the graph calls them. Symbols are shown as the numbers that they stand for.
class IndexSpelling {
public:
    /// What it is made of must outlive it.
    IndexSpelling(const analysis::MapAccesses& map, const symbolic::Bindings& symbols);

    /// `name`: one of MapAccesses::names.
    std::string parameter(const std::string& name) const;
    std::string table(const std::string& argument) const;
    /// With symbols as numbers.
    symbolic::Expr valued(const symbolic::Expr& index) const;
    /// Elements of tables with their indices: "E2C2V[Edge, 0]".
    std::string text(const symbolic::Expr& index) const;

private:
    const analysis::IndexNames& names_;
    const symbolic::Bindings& symbols_;
    std::map<std::string, std::string> parameters_, tables_;
};

} // namespace mw::inputs
