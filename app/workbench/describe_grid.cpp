// What a grid is, in figures.
#include "app/workbench/describe_grid.h"

#include "app/workbench/export.h"
#include "core/grid/check.h"
#include "core/grid/icon_file.h"
#include "core/grid/tables.h"
#include "core/io/file.h"
#include "core/support/amounts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::workbench {

namespace {

using grid::Element;
using grid::kMissing;
using grid::Numbering;
using grid::Stored;

DescribedTable describe(const grid::NeighbourTable& table, std::string_view name) {
    DescribedTable described{std::string(name), table.rows, table.columns, 0, 0, {}};
    for (std::int64_t row = 0; row < table.rows; ++row) {
        std::int64_t missing = 0;
        for (std::int64_t i = 0; i < table.columns; ++i)
            missing += table.at(row, i) == kMissing ? 1 : 0;
        described.missing += missing;
        described.rowsMissing += missing > 0 ? 1 : 0;
    }
    return described;
}

void countSpecial(const grid::Mesh& mesh, GridDescription& description) {
    std::vector<bool> atBoundary(static_cast<std::size_t>(mesh.count(Element::vertex)), false);
    const auto& cells = mesh[Stored::e2c];
    for (std::int64_t edge = 0; edge < cells.rows; ++edge) {
        if (cells.at(edge, 0) != kMissing && cells.at(edge, 1) != kMissing)
            continue;
        ++description.boundaryEdges;
        for (std::int64_t end = 0; end < 2; ++end)
            atBoundary[static_cast<std::size_t>(mesh[Stored::e2v].at(edge, end))] = true;
    }
    const auto& edges = mesh[Stored::v2e];
    for (std::int64_t vertex = 0; vertex < edges.rows; ++vertex) {
        std::int64_t present = 0;
        for (std::int64_t i = 0; i < edges.columns; ++i)
            present += edges.at(vertex, i) == kMissing ? 0 : 1;
        if (present == 5 && !atBoundary[static_cast<std::size_t>(vertex)])
            ++description.pentagons;
    }
}

std::string shapeText(const GridDescription& d) {
    std::string text = d.boundaryEdges > 0
                           ? counted(d.boundaryEdges, "edge") + " of the boundary have one cell"
                           : "closed: every edge has two cells";
    if (d.pentagons > 0)
        text += fmt::format("; {} five edges", counted(d.pentagons, "vertex has", "vertices have"));
    return (d.planar ? "plane, " : "on the sphere, ") + text;
}

std::string missingText(const DescribedTable& table) {
    if (table.missing == 0)
        return "";
    return fmt::format(": {} without a neighbour, in {}",
                       counted(table.missing, "entry", "entries"),
                       counted(table.rowsMissing, "row"));
}

std::string localityText(const GridDescription& d) {
    std::string text =
        "\ngathers of 8-byte values with numberings: sectors of 32 bytes per load of a warp (8 "
        "where "
        "neighbours lie side by side, 32 where no two share one), and bytes that a block of 256 "
        "threads brings in per element for all its neighbours.\nCounted from the tables, one "
        "element "
        "to a thread; not measured\n";
    text += fmt::format("  {:<10}", "");
    for (const Numbering numbering : d.numberings)
        text += fmt::format("{:>18}", grid::name(numbering));
    for (const auto& table : d.tables) {
        text += fmt::format("\n  {:<10}", table.name);
        for (const auto& one : table.locality)
            text += fmt::format("{:>8.1f}{:>8.0f} B", one.sectorsPerLoad, one.bytesPerElement);
    }
    return text + "\n";
}

} // namespace

Expected<GridDescription> describeGrid(const inputs::Grid& grid) {
    GridDescription description;
    MW_TRY(description.grid, inputs::resolved(grid));
    MW_TRY(const auto mesh, inputs::meshOf(grid));
    MW_CHECK(grid::check(*mesh));
    description.planar = mesh->planar;
    countSpecial(*mesh, description);
    for (const auto& table : grid::allTables()) {
        MW_TRY(const auto made, inputs::neighbourTable(grid, table.name));
        description.tables.push_back(describe(made, table.name));
    }
    for (const auto numbering : {Numbering::asMade, Numbering::hilbert, Numbering::random}) {
        inputs::Grid other = description.grid;
        other.numbering = numbering;
        const auto renumbered = inputs::meshOf(other);
        if (!renumbered && renumbered.error().code == "no-centres")
            continue;
        if (!renumbered)
            return fail(renumbered.error());
        description.numberings.push_back(numbering);
        for (auto& table : description.tables)
            table.locality.push_back(grid::locality(grid::table(**renumbered, table.name)));
    }
    return description;
}

std::string toText(const GridDescription& d) {
    const auto extent = [&](const char* dimension) { return *inputs::extent(d.grid, dimension); };
    std::string text = fmt::format("{}: {} cells, {} edges, {} vertices, {} levels\n{}\n",
                                   inputs::toString(d.grid), extent("Cell"), extent("Edge"),
                                   extent("Vertex"), d.grid.levels, shapeText(d));
    text += "the tables fit together: shapes, ranges, both ways\n\ntables\n";
    for (const auto& table : d.tables)
        text += fmt::format("  {} {} x {}{}\n", table.name, table.rows, table.columns,
                            missingText(table));
    return text + localityText(d);
}

std::string toJson(const GridDescription& d) {
    nlohmann::ordered_json json{{"grid", inputs::toString(d.grid)},
                                {"cells", *inputs::extent(d.grid, "Cell")},
                                {"edges", *inputs::extent(d.grid, "Edge")},
                                {"vertices", *inputs::extent(d.grid, "Vertex")},
                                {"levels", d.grid.levels},
                                {"boundary_edges", d.boundaryEdges},
                                {"pentagons", d.pentagons}};
    for (const auto& table : d.tables) {
        auto& entry = json["tables"][table.name];
        entry = {{"rows", table.rows},
                 {"columns", table.columns},
                 {"missing", table.missing},
                 {"rows_missing", table.rowsMissing}};
        for (std::size_t i = 0; i < d.numberings.size(); ++i)
            entry["counted"][std::string(grid::name(d.numberings[i]))] = {
                {"sectors_per_load", table.locality[i].sectorsPerLoad},
                {"bytes_per_element", table.locality[i].bytesPerElement}};
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Expected<void> writeGrid(const inputs::Grid& grid, const std::filesystem::path& file) {
    if (grid.kind == inputs::Grid::Kind::file)
        MW_CHECK(checkNoInput(file, {grid.file}));
    MW_TRY(const auto made, inputs::meshOf(grid));
    grid::Mesh mesh = *made;
    if (grid.kind == inputs::Grid::Kind::icosahedral || grid.kind == inputs::Grid::Kind::limited) {
        mesh.root = grid.root;
        mesh.bisections = grid.bisections;
    }
    MW_TRY(const std::string bytes, grid::iconFile(mesh, inputs::toString(grid)));
    return io::writeFileAtomically(file, bytes);
}

} // namespace mw::workbench
