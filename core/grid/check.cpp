// Whether neighbour tables fit together.
#include "core/grid/check.h"

#include "core/grid/tables.h"

#include <fmt/format.h>

namespace mw::grid {

namespace {

Unexpected bad(const TableInfo& table, std::int64_t row, std::string_view what) {
    return fail("bad-table", fmt::format("in the table {} ({}), {} {} {}", table.name, table.icon,
                                         name(table.source), row, what));
}

bool has(const NeighbourTable& table, std::int64_t row, std::int64_t value) {
    for (std::int64_t i = 0; i < table.columns; ++i)
        if (table.at(row, i) == value)
            return true;
    return false;
}

/// How many neighbours an element has at least: cells are triangles, edges have two ends and a
/// cell.
std::int64_t leastNeighbours(Stored table) {
    switch (table) {
    case Stored::c2e:
    case Stored::c2v:
        return 3;
    case Stored::e2v:
        return 2;
    case Stored::e2c:
    case Stored::v2c:
        return 1;
    case Stored::v2e:
    case Stored::v2e2v:
        return 2;
    case Stored::c2e2c:
        break;
    }
    return 0;
}

class Checks {
public:
    explicit Checks(const Mesh& mesh) : mesh_(mesh) {}

    Expected<void> run() const {
        for (std::size_t t = 0; t < kStoredTables; ++t)
            MW_CHECK(shapeAndRange(static_cast<Stored>(t)));
        for (const auto& [from, back] :
             {std::pair{Stored::c2e, Stored::e2c}, std::pair{Stored::e2v, Stored::v2e},
              std::pair{Stored::c2v, Stored::v2c}}) {
            MW_CHECK(bothWays(from, back));
            MW_CHECK(bothWays(back, from));
        }
        MW_CHECK(cornersOfEdges());
        MW_CHECK(acrossEdges());
        return verticesOfVertices();
    }

private:
    Expected<void> shapeAndRange(Stored which) const {
        const TableInfo& table = info(which);
        const NeighbourTable& values = mesh_[which];
        if (values.rows != mesh_.count(table.source) || values.columns != table.columns)
            return fail(
                "bad-table",
                fmt::format("the table {} ({}) is {} x {}; {} of {} neighbours each are {} x {}",
                            table.name, table.icon, values.rows, values.columns,
                            std::string(name(table.source)) + "s", table.columns,
                            mesh_.count(table.source), table.columns));
        for (std::int64_t row = 0; row < values.rows; ++row)
            MW_CHECK(checkRow(which, row));
        return {};
    }

    Expected<void> checkRow(Stored which, std::int64_t row) const {
        const TableInfo& table = info(which);
        const NeighbourTable& values = mesh_[which];
        const std::int64_t count = mesh_.count(table.target);
        std::int64_t present = 0;
        for (std::int64_t i = 0; i < values.columns; ++i) {
            const std::int64_t neighbour = values.at(row, i);
            if (neighbour == kMissing)
                continue;
            ++present;
            if (neighbour < 0 || neighbour >= count)
                return bad(table, row,
                           fmt::format("has the {} {}; there are {}, from 0", name(table.target),
                                       neighbour, count));
            for (std::int64_t j = 0; j < i; ++j)
                if (values.at(row, j) == neighbour && !mayRepeat(which))
                    return bad(table, row,
                               fmt::format("has the {} {} twice", name(table.target), neighbour));
        }
        if (present < leastNeighbours(which) && !(isAlone(which) && present == 0))
            return bad(table, row,
                       fmt::format("has {} of the {} neighbours that it needs", present,
                                   leastNeighbours(which)));
        return {};
    }

    /// On a torus of two rows an element meets another one on both sides.
    static bool mayRepeat(Stored which) { return which == Stored::c2e2c || which == Stored::v2e2v; }
    /// Files of parts of a grid may have vertices that nothing of the part touches.
    static bool isAlone(Stored which) {
        return which == Stored::v2e || which == Stored::v2c || which == Stored::v2e2v;
    }

    Expected<void> bothWays(Stored from, Stored back) const {
        for (std::int64_t row = 0; row < mesh_[from].rows; ++row)
            for (std::int64_t i = 0; i < mesh_[from].columns; ++i)
                if (const auto other = mesh_[from].at(row, i);
                    other != kMissing && !has(mesh_[back], other, row))
                    return bad(info(from), row,
                               fmt::format("has the {} {}, which does not have it in {} ({})",
                                           name(info(from).target), other, info(back).name,
                                           info(back).icon));
        return {};
    }

    /// Both ends of a cell's edge are corners of the cell.
    Expected<void> cornersOfEdges() const {
        for (std::int64_t cell = 0; cell < mesh_.count(Element::cell); ++cell)
            for (std::int64_t i = 0; i < 3; ++i) {
                const auto edge = mesh_[Stored::c2e].at(cell, i);
                for (std::int64_t end = 0; end < 2; ++end)
                    if (const auto corner = mesh_[Stored::e2v].at(edge, end);
                        !has(mesh_[Stored::c2v], cell, corner))
                        return bad(info(Stored::c2v), cell,
                                   fmt::format("does not have the vertex {}, an end of its edge {}",
                                               corner, edge));
            }
        return {};
    }

    /// Neighbour i of a cell is the other cell of its edge i.
    Expected<void> acrossEdges() const {
        for (std::int64_t cell = 0; cell < mesh_.count(Element::cell); ++cell)
            for (std::int64_t i = 0; i < 3; ++i) {
                const auto edge = mesh_[Stored::c2e].at(cell, i);
                const bool first = mesh_[Stored::e2c].at(edge, 0) == cell;
                const auto other = mesh_[Stored::e2c].at(edge, first ? 1 : 0);
                if (const auto said = mesh_[Stored::c2e2c].at(cell, i); said != other)
                    return bad(info(Stored::c2e2c), cell,
                               fmt::format("has the cell {} as neighbour {}; across its edge {} "
                                           "lies {}",
                                           said, i, edge, other));
            }
        return {};
    }

    /// Neighbours of a vertex are the other ends of its edges, in any order.
    Expected<void> verticesOfVertices() const {
        for (std::int64_t vertex = 0; vertex < mesh_.count(Element::vertex); ++vertex)
            for (std::int64_t i = 0; i < 6; ++i) {
                const auto edge = mesh_[Stored::v2e].at(vertex, i);
                if (edge == kMissing)
                    continue;
                const auto low = mesh_[Stored::e2v].at(edge, 0);
                const auto other = low == vertex ? mesh_[Stored::e2v].at(edge, 1) : low;
                if (!has(mesh_[Stored::v2e2v], vertex, other))
                    return bad(info(Stored::v2e2v), vertex,
                               fmt::format("does not have the vertex {}, the other end of its edge "
                                           "{}",
                                           other, edge));
            }
        return {};
    }

    const Mesh& mesh_;
};

} // namespace

Expected<void> check(const Mesh& mesh) {
    return Checks(mesh).run();
}

} // namespace mw::grid
