#include "core/exec/check_inputs.h"

#include "core/analysis/footprint.h"
#include "core/exec/conventions.h"
#include "core/exec/elements.h"
#include "core/ir/index.h"

#include <fmt/format.h>

namespace mw::exec {

namespace {

/// Dimension of the elements that a part of a table's name stands for: "E2C2V" has Edge and Vertex.
std::string_view dimensionOf(char letter) {
    return letter == 'C' ? "Cell" : letter == 'E' ? "Edge" : letter == 'V' ? "Vertex" : "";
}

/// The last letter, without the O that says "and the element itself".
std::string_view targetOf(std::string_view table) {
    if (table.ends_with('O'))
        table.remove_suffix(1);
    return table.empty() ? "" : dimensionOf(table.back());
}

class TableCheck {
public:
    TableCheck(const ir::Sdfg& program, const Scenario& scenario)
        : scenario_(scenario), skipping_(tablesWithSkipValues(program)) {}

    Expected<void> run(const std::string& name, const HostArray& array) const {
        const auto table = tableOfArray(name);
        if (!table || table->empty() || array.shape.empty())
            return {};
        MW_CHECK(rows(name, *table, array));
        const auto target = extent(scenario_.grid, targetOf(*table));
        return target ? entries(name, *table, array, *target) : Expected<void>{};
    }

private:
    /// Only of tables that are made: a file can be of any grid.
    Expected<void> rows(const std::string& name, const std::string& table,
                        const HostArray& array) const {
        const auto input = scenario_.arrays.find(name);
        const auto source = extent(scenario_.grid, dimensionOf(table.front()));
        if (input == scenario_.arrays.end() || !source || array.shape[0] == *source ||
            !std::holds_alternative<TableFill>(input->second.fill))
            return {};
        return fail("table-size",
                    fmt::format("the graph is made for another grid: dimension 0 of its table "
                                "'{}' is {}, and {} has {} elements of {}",
                                name, array.shape[0], toString(scenario_.grid), *source,
                                dimensionOf(table.front())));
    }

    Expected<void> entries(const std::string& name, const std::string& table,
                           const HostArray& array, std::int64_t count) const {
        const ElementReader elements(array);
        const bool skips = skipping_.contains(name);
        for (std::int64_t i = 0; i < elements.count(); ++i) {
            const auto value = static_cast<std::int64_t>(elements.read(array.bytes.data(), i));
            if ((value >= 0 && value < count) || (value == -1 && skips))
                continue;
            const char* why = value == -1 ? "; -1, a missing neighbour, is nothing that this "
                                            "program takes into account"
                                          : "";
            return fail("table-range",
                        fmt::format("{}{} is {}; the table {} points to {}, whose elements are 0 "
                                    "to {}{}",
                                    name, listText(indexOf(i, array.shape)), value, table,
                                    targetOf(table), count - 1, why));
        }
        return {};
    }

    const Scenario& scenario_;
    std::set<std::string> skipping_;
};

/// Sizes of a container as the run has them; empty: not known before it runs.
std::vector<std::int64_t> sizesOf(const std::string& name, const ir::DataDescriptor& data,
                                  const Scenario& scenario) {
    if (const auto given = scenario.arrays.find(name); given != scenario.arrays.end())
        return given->second.shape;
    std::vector<std::int64_t> sizes;
    for (const auto& size : data.shape) {
        const auto value = symbolic::evaluateInteger(size, scenario.symbols);
        if (!value)
            return {};
        sizes.push_back(*value);
    }
    return sizes;
}

std::int64_t offsetOf(const ir::DataDescriptor& data, std::size_t dim, const Scenario& scenario) {
    if (dim >= data.offset.size())
        return 0;
    return symbolic::evaluateInteger(data.offset[dim], scenario.symbols).value_or(0);
}

Expected<void> checkExtent(const std::string& name, const ir::DataDescriptor& data,
                           const analysis::TouchedExtent& touched, const Scenario& scenario) {
    const auto sizes = sizesOf(name, data, scenario);
    for (std::size_t d = 0; d < sizes.size() && d < touched.low.size(); ++d) {
        const std::int64_t offset = offsetOf(data, d, scenario);
        const std::int64_t low = touched.low[d] + offset;
        const std::int64_t high = touched.high[d] + offset;
        const auto at = [&](const std::vector<EdgeId>& memlets) {
            return d < memlets.size() ? std::vector<ElementId>{memlets[d]}
                                      : std::vector<ElementId>{};
        };
        if (low < 0)
            return fail("too-small",
                        fmt::format("the program touches index {} in dimension {} of '{}', before "
                                    "its beginning",
                                    low, d, name),
                        Location{{}, {}, at(touched.lowMemlet)});
        if (high >= sizes[d])
            return fail("too-small",
                        fmt::format("dimension {} of '{}' has size {}; the program needs {}", d,
                                    name, sizes[d], high + 1),
                        Location{{}, {}, at(touched.highMemlet)});
    }
    return {};
}

// ---- missing neighbours

/// Finds for each table whether its entries are used with and without regard to -1.
class SkipSearch {
public:
    using Names = std::map<std::string, std::string, std::less<>>; ///< container here -> argument

    void sdfg(const ir::Sdfg& sdfg, const Names& names) {
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                this->state(*state, names);
        });
    }
    std::set<std::string> handled, unhandled;

private:
    void state(const ir::State& state, const Names& names) {
        std::map<NodeId, const ir::Node*> nodes;
        for (const ir::NodePtr& node : state.nodes)
            nodes[node->id] = node.get();
        std::map<NodeId, Names> inside; // of nested SDFGs, by connector
        for (const ir::EdgePtr& edge : state.edges) {
            const auto table = names.find(edge->memlet.data);
            const auto node = nodes.find(edge->dst);
            if (table == names.end() || node == nodes.end())
                continue;
            if (node->second->as<ir::NestedSdfg>())
                inside[edge->dst][edge->dstConnector] = table->second;
            else
                use(*node->second, edge->dstConnector, table->second);
        }
        for (const auto& [id, inner] : inside)
            if (const auto& nested = nodes[id]->as<ir::NestedSdfg>()->sdfg)
                sdfg(*nested, inner);
    }

    void use(const ir::Node& node, const std::string& connector, const std::string& table) {
        if (const auto* library = node.as<ir::LibraryNode>()) {
            const bool mask = connector == "_mask";
            (mask && library->classpath.ends_with("ReduceWithSkipValues") ? handled : unhandled)
                .insert(table);
        } else if (const auto* tasklet = node.as<ir::Tasklet>()) {
            (comparesWithMinusOne(tasklet->code.text, connector) ? handled : unhandled)
                .insert(table);
        }
    }

    static bool comparesWithMinusOne(std::string text, const std::string& connector) {
        std::erase_if(text, [](char c) { return c == ' ' || c == '(' || c == ')'; });
        return text.find(connector + "!=-1") != std::string::npos ||
               text.find(connector + "==-1") != std::string::npos ||
               text.find(connector + ">=0") != std::string::npos;
    }
};

} // namespace

std::set<std::string> tablesWithSkipValues(const ir::Sdfg& program) {
    SkipSearch search;
    SkipSearch::Names names;
    for (const auto& [name, data] : program.arrays)
        if (tableOfArray(name))
            names[name] = name;
    search.sdfg(program, names);
    for (const std::string& table : search.unhandled)
        search.handled.erase(table);
    return search.handled;
}

Expected<void> checkInputs(const ir::Sdfg& program, const Scenario& scenario,
                           const HostArrays& arrays) {
    const TableCheck tables(program, scenario);
    for (const auto& [name, data] : program.arrays) {
        const auto array = arrays.find(name);
        if (array != arrays.end() && !data->transient && data->dtype.isInteger())
            MW_CHECK(tables.run(name, array->second));
    }
    const auto extents = analysis::requiredExtents(analysis::footprint(program), scenario.symbols);
    for (const auto& [name, touched] : extents)
        if (const auto* data = program.data(name); data && !data->transient)
            MW_CHECK(checkExtent(name, *data, touched, scenario));
    return {};
}

} // namespace mw::exec
