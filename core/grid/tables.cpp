// The neighbour tables of stencils, from the ones that a mesh holds.
#include "core/grid/tables.h"

#include <algorithm>
#include <cassert>

namespace mw::grid {

namespace {

using enum Element;

constexpr std::array<TableInfo, 14> kTables{{
    {"C2E", cell, edge, 3, "edge_of_cell"},
    {"C2V", cell, vertex, 3, "vertex_of_cell"},
    {"C2E2C", cell, cell, 3, "neighbor_cell_index"},
    {"E2C", edge, cell, 2, "adjacent_cell_of_edge"},
    {"E2V", edge, vertex, 2, "edge_vertices"},
    {"V2E", vertex, edge, 6, "edges_of_vertex"},
    {"V2C", vertex, cell, 6, "cells_of_vertex"},
    {"V2E2V", vertex, vertex, 6, "vertices_of_vertex"},
    {"C2E2CO", cell, cell, 4, {}},
    {"C2E2C2E", cell, edge, 9, {}},
    {"C2E2C2E2C", cell, cell, 9, {}},
    {"E2C2V", edge, vertex, 4, {}},
    {"E2C2E", edge, edge, 4, {}},
    {"E2C2EO", edge, edge, 5, {}},
}};

NeighbourTable withOrigin(const NeighbourTable& table) {
    NeighbourTable result(table.rows, table.columns + 1);
    for (std::int64_t row = 0; row < table.rows; ++row)
        result.at(row, 0) = static_cast<std::int32_t>(row);
    std::ranges::copy(table.values, result.values.begin() + table.rows);
    return result;
}

/// second[first[row]], the columns one after another.
NeighbourTable composed(const NeighbourTable& first, const NeighbourTable& second) {
    NeighbourTable result(first.rows, first.columns * second.columns);
    for (std::int64_t row = 0; row < first.rows; ++row)
        for (std::int64_t i = 0; i < first.columns; ++i)
            if (const auto middle = first.at(row, i); middle != kMissing)
                for (std::int64_t j = 0; j < second.columns; ++j)
                    result.at(row, i * second.columns + j) = second.at(middle, j);
    return result;
}

/// The corner of a cell that is not on the edge.
std::int32_t farCorner(const Mesh& mesh, std::int32_t cell, std::int64_t edge) {
    for (std::int64_t i = 0; i < 3; ++i) {
        const auto corner = mesh[Stored::c2v].at(cell, i);
        if (corner != mesh[Stored::e2v].at(edge, 0) && corner != mesh[Stored::e2v].at(edge, 1))
            return corner;
    }
    return kMissing;
}

NeighbourTable e2c2v(const Mesh& mesh) {
    const NeighbourTable& cells = mesh[Stored::e2c];
    NeighbourTable result(cells.rows, 4);
    std::ranges::copy(mesh[Stored::e2v].values, result.values.begin());
    for (std::int64_t edge = 0; edge < cells.rows; ++edge)
        for (std::int64_t i = 0; i < 2; ++i)
            if (const auto cell = cells.at(edge, i); cell != kMissing)
                result.at(edge, 2 + i) = farCorner(mesh, cell, edge);
    return result;
}

NeighbourTable e2c2e(const Mesh& mesh) {
    const NeighbourTable& cells = mesh[Stored::e2c];
    const NeighbourTable& edges = mesh[Stored::c2e];
    NeighbourTable result(cells.rows, 4);
    for (std::int64_t edge = 0; edge < cells.rows; ++edge)
        for (std::int64_t i = 0; i < 2; ++i) {
            const auto cell = cells.at(edge, i);
            for (std::int64_t at = 0; cell != kMissing && at < 3; ++at)
                if (edges.at(cell, at) == edge) {
                    result.at(edge, 2 * i) = edges.at(cell, (at + 1) % 3);
                    result.at(edge, 2 * i + 1) = edges.at(cell, (at + 2) % 3);
                }
        }
    return result;
}

} // namespace

std::span<const TableInfo> storedTables() {
    return std::span(kTables).first(kStoredTables);
}

const TableInfo& info(Stored table) {
    return kTables[static_cast<std::size_t>(table)];
}

std::span<const TableInfo> allTables() {
    return kTables;
}

const TableInfo* tableNamed(std::string_view name) {
    const auto found = std::ranges::find(kTables, name, &TableInfo::name);
    return found == kTables.end() ? nullptr : &*found;
}

NeighbourTable table(const Mesh& mesh, std::string_view name) {
    const TableInfo* wanted = tableNamed(name);
    assert(wanted);
    if (const auto at = static_cast<std::size_t>(wanted - kTables.data()); at < kStoredTables)
        return mesh.tables[at];
    if (name == "C2E2CO")
        return withOrigin(mesh[Stored::c2e2c]);
    if (name == "C2E2C2E")
        return composed(mesh[Stored::c2e2c], mesh[Stored::c2e]);
    if (name == "C2E2C2E2C")
        return composed(mesh[Stored::c2e2c], mesh[Stored::c2e2c]);
    if (name == "E2C2V")
        return e2c2v(mesh);
    return name == "E2C2E" ? e2c2e(mesh) : withOrigin(e2c2e(mesh));
}

void replaceMissing(NeighbourTable& table) {
    for (std::int64_t row = 0; row < table.rows; ++row) {
        std::int32_t largest = 0;
        for (std::int64_t i = 0; i < table.columns; ++i)
            largest = std::max(largest, table.at(row, i));
        for (std::int64_t i = 0; i < table.columns; ++i)
            if (table.at(row, i) == kMissing)
                table.at(row, i) = largest;
    }
}

} // namespace mw::grid
