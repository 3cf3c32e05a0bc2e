// The triangulated torus and its neighbour tables in closed form.
#include "core/inputs/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mw::inputs {

namespace {

/// Grids beyond this have more than 2^31 table entries or make little sense on one device.
constexpr int kMaxPerDimension = 1 << 14;

std::optional<int> positiveInteger(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value <= 0)
        return std::nullopt;
    return value;
}

/// Elements of the torus by the (i, j) of their vertex, both taken modulo the grid: vertex
/// v = i + nx*j; its edges H = 3v (to i+1, j), D = 3v+1 (to i+1, j+1), Q = 3v+2 (to i, j+1); cells
/// A = 2*nx*j + i with corners v(i,j), v(i+1,j), v(i+1,j+1) and B = A + nx with corners v(i,j),
/// v(i+1,j+1), v(i,j+1).
class Torus {
public:
    explicit Torus(const Grid& grid) : nx_(grid.nx), ny_(grid.ny) {}

    int nx() const { return nx_; }
    int ny() const { return ny_; }
    int v(int i, int j) const { return wrap(i, nx_) + nx_ * wrap(j, ny_); }
    int h(int i, int j) const { return 3 * v(i, j); }
    int d(int i, int j) const { return 3 * v(i, j) + 1; }
    int q(int i, int j) const { return 3 * v(i, j) + 2; }
    int a(int i, int j) const { return 2 * nx_ * wrap(j, ny_) + wrap(i, nx_); }
    int b(int i, int j) const { return a(i, j) + nx_; }

private:
    static int wrap(int value, int size) { return ((value % size) + size) % size; }

    int nx_, ny_;
};

using Row = std::vector<std::int32_t>;

/// One table, row by row of the source elements.
struct RowTable {
    std::vector<Row> rows;

    RowTable() = default;
    explicit RowTable(std::size_t count) : rows(count) {}
    Row& operator[](int i) { return rows[static_cast<std::size_t>(i)]; }
    const Row& operator[](int i) const { return rows[static_cast<std::size_t>(i)]; }
};

template <class Visit>
void forEachVertex(const Torus& t, const Visit& visit) {
    for (int j = 0; j < t.ny(); ++j)
        for (int i = 0; i < t.nx(); ++i)
            visit(i, j);
}

std::size_t vertices(const Torus& t) {
    return static_cast<std::size_t>(t.nx()) * static_cast<std::size_t>(t.ny());
}

RowTable c2e(const Torus& t) {
    RowTable table(2 * vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.a(i, j)] = {t.h(i, j), t.d(i, j), t.q(i + 1, j)};
        table[t.b(i, j)] = {t.d(i, j), t.q(i, j), t.h(i, j + 1)};
    });
    return table;
}

RowTable c2v(const Torus& t) {
    RowTable table(2 * vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.a(i, j)] = {t.v(i, j), t.v(i + 1, j), t.v(i + 1, j + 1)};
        table[t.b(i, j)] = {t.v(i, j), t.v(i + 1, j + 1), t.v(i, j + 1)};
    });
    return table;
}

RowTable c2e2c(const Torus& t) {
    RowTable table(2 * vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.a(i, j)] = {t.b(i, j - 1), t.b(i, j), t.b(i + 1, j)};
        table[t.b(i, j)] = {t.a(i, j), t.a(i - 1, j), t.a(i, j + 1)};
    });
    return table;
}

RowTable e2c(const Torus& t) {
    RowTable table(3 * vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.h(i, j)] = {t.a(i, j), t.b(i, j - 1)};
        table[t.d(i, j)] = {t.a(i, j), t.b(i, j)};
        table[t.q(i, j)] = {t.b(i, j), t.a(i - 1, j)};
    });
    return table;
}

RowTable e2v(const Torus& t) {
    RowTable table(3 * vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.h(i, j)] = {t.v(i, j), t.v(i + 1, j)};
        table[t.d(i, j)] = {t.v(i, j), t.v(i + 1, j + 1)};
        table[t.q(i, j)] = {t.v(i, j), t.v(i, j + 1)};
    });
    return table;
}

/// The edge's own vertices, then the far corners of its two cells.
RowTable e2c2v(const Torus& t) {
    RowTable table = e2v(t);
    forEachVertex(t, [&](int i, int j) {
        const auto append = [&](int edge, int first, int second) {
            table[edge].insert(table[edge].end(), {first, second});
        };
        append(t.h(i, j), t.v(i + 1, j + 1), t.v(i, j - 1));
        append(t.d(i, j), t.v(i + 1, j), t.v(i, j + 1));
        append(t.q(i, j), t.v(i + 1, j + 1), t.v(i - 1, j));
    });
    return table;
}

RowTable v2e(const Torus& t) {
    RowTable table(vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.v(i, j)] = {t.h(i, j),     t.d(i, j),         t.q(i, j),
                            t.h(i - 1, j), t.d(i - 1, j - 1), t.q(i, j - 1)};
    });
    return table;
}

RowTable v2c(const Torus& t) {
    RowTable table(vertices(t));
    forEachVertex(t, [&](int i, int j) {
        table[t.v(i, j)] = {t.a(i, j),     t.b(i, j),         t.a(i - 1, j),
                            t.b(i, j - 1), t.a(i - 1, j - 1), t.b(i - 1, j - 1)};
    });
    return table;
}

/// The other two edges of both cells of an edge, each pair in the cell's cyclic order.
RowTable e2c2e(const Torus& t) {
    const RowTable cellsOfEdge = e2c(t);
    const RowTable edgesOfCell = c2e(t);
    RowTable table(cellsOfEdge.rows.size());
    for (int e = 0; e < static_cast<int>(table.rows.size()); ++e) {
        for (const int cell : cellsOfEdge[e]) {
            const Row& edges = edgesOfCell[cell];
            const auto at =
                static_cast<std::size_t>(std::find(edges.begin(), edges.end(), e) - edges.begin());
            table[e].push_back(edges[(at + 1) % 3]);
            table[e].push_back(edges[(at + 2) % 3]);
        }
    }
    return table;
}

/// second[first[row]] with the columns one after another.
RowTable compose(const RowTable& first, const RowTable& second) {
    RowTable table(first.rows.size());
    for (std::size_t row = 0; row < first.rows.size(); ++row)
        for (const int middle : first.rows[row])
            table.rows[row].insert(table.rows[row].end(), second[middle].begin(),
                                   second[middle].end());
    return table;
}

/// The element itself in front of its neighbours: the "O" tables.
RowTable withOrigin(RowTable table) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        table.rows[row].insert(table.rows[row].begin(), static_cast<std::int32_t>(row));
    return table;
}

struct NamedTable {
    std::string_view name;
    RowTable (*make)(const Torus&);
};
constexpr std::array<NamedTable, 13> kTables = {{
    {"C2E", c2e},
    {"C2V", c2v},
    {"C2E2C", c2e2c},
    {"C2E2CO", [](const Torus& t) { return withOrigin(c2e2c(t)); }},
    {"C2E2C2E", [](const Torus& t) { return compose(c2e2c(t), c2e(t)); }},
    {"C2E2C2E2C", [](const Torus& t) { return compose(c2e2c(t), c2e2c(t)); }},
    {"E2C", e2c},
    {"E2V", e2v},
    {"E2C2V", e2c2v},
    {"E2C2E", e2c2e},
    {"E2C2EO", [](const Torus& t) { return withOrigin(e2c2e(t)); }},
    {"V2E", v2e},
    {"V2C", v2c},
}};

NeighbourTable columnMajor(const RowTable& table) {
    NeighbourTable result;
    result.rows = static_cast<std::int64_t>(table.rows.size());
    result.columns = table.rows.empty() ? 0 : static_cast<std::int64_t>(table.rows[0].size());
    result.values.reserve(static_cast<std::size_t>(result.rows * result.columns));
    for (std::size_t column = 0; column < static_cast<std::size_t>(result.columns); ++column)
        for (const Row& row : table.rows)
            result.values.push_back(row[column]);
    return result;
}

} // namespace

Expected<Grid> parseGrid(std::string_view text) {
    constexpr std::string_view prefix = "torus:";
    const auto bad = [&](std::string_view why) {
        return fail("bad-grid", fmt::format("the grid '{}' {}; expected torus:NX,NY,LEVELS, for "
                                            "example torus:160,140,80",
                                            text, why));
    };
    if (!text.starts_with(prefix))
        return bad("does not start with 'torus:'");
    std::array<int, 3> values{};
    std::string_view rest = text.substr(prefix.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto comma = rest.find(',');
        if ((comma == std::string_view::npos) != (i + 1 == values.size()))
            return bad("does not have three numbers");
        const auto value = positiveInteger(rest.substr(0, comma));
        if (!value || *value > kMaxPerDimension)
            return bad(fmt::format("has a number that is not between 1 and {}", kMaxPerDimension));
        values[i] = *value;
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    }
    if (values[0] < 3 || values[1] < 3)
        return bad("is too small: below 3x3 a triangle would meet itself");
    return Grid{values[0], values[1], values[2]};
}

std::string toString(const Grid& grid) {
    if (grid == Grid{})
        return "captured";
    return fmt::format("torus:{},{},{}", grid.nx, grid.ny, grid.levels);
}

std::optional<std::int64_t> extent(const Grid& grid, std::string_view dimension) {
    const std::int64_t vertices = std::int64_t{grid.nx} * grid.ny;
    if (dimension == "Vertex")
        return vertices;
    if (dimension == "Cell")
        return 2 * vertices;
    if (dimension == "Edge")
        return 3 * vertices;
    // Half levels, and room for reads one level further down at steep points.
    if (dimension == "K" || dimension == "KHalf")
        return std::int64_t{grid.levels} + 2;
    return std::nullopt;
}

Expected<NeighbourTable> neighbourTable(const Grid& grid, std::string_view name) {
    for (const NamedTable& table : kTables)
        if (table.name == name)
            return columnMajor(table.make(Torus(grid)));
    std::string known;
    for (const NamedTable& table : kTables)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", table.name);
    return fail("unknown-table",
                fmt::format("the torus has no neighbour table '{}'; it has {}", name, known));
}

} // namespace mw::inputs
