// Grids by what users call them, and their sizes.
#include "core/inputs/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <vector>

namespace mw::inputs {

namespace {

/// Grids beyond this have more than 2^31 table entries or make little sense on one device.
constexpr int kMaxPerDimension = 1 << 14;
/// Of the icosahedron's edges: 21 million cells.
constexpr int kMaxParts = 1 << 10;

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> found;
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        found.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    found.push_back(text);
    return found;
}

/// Reads one text; every error has it as a whole.
class GridText {
public:
    explicit GridText(std::string_view text) : text_(text), rest_(text) {}

    Expected<Grid> read() {
        MW_CHECK(options());
        if (take("torus:"))
            return torus();
        if (take("icosahedral:"))
            return icosahedral();
        if (take("limited:"))
            return limited();
        return file();
    }

private:
    Unexpected bad(std::string_view why) const {
        return fail("bad-grid",
                    fmt::format("the grid '{}' {}; expected torus:NX,NY,LEVELS, "
                                "icosahedral:RnBk,LEVELS, limited:RnBk,DEGREES,LEVELS or "
                                "FILE.nc,LEVELS, for example torus:160,140,80",
                                text_, why));
    }

    bool take(std::string_view prefix) {
        if (!rest_.starts_with(prefix))
            return false;
        rest_.remove_prefix(prefix.size());
        return true;
    }

    /// Takes them off the end.
    Expected<void> options() {
        while (true) {
            const auto comma = rest_.rfind(',');
            const auto equals = rest_.rfind('=');
            if (comma == std::string_view::npos || equals == std::string_view::npos ||
                equals < comma)
                return {};
            const auto name = rest_.substr(comma + 1, equals - comma - 1);
            const auto value = rest_.substr(equals + 1);
            const auto numbering = grid::numberingNamed(value);
            if (name == "numbering" && numbering)
                grid_.numbering = *numbering;
            else if (name == "skip-values" && (value == "kept" || value == "replaced"))
                grid_.replaceMissing = value == "replaced";
            else
                return bad(fmt::format("has the option '{}={}', of which there are "
                                       "numbering=as-made, hilbert or random, and "
                                       "skip-values=kept or replaced",
                                       name, value));
            rest_ = rest_.substr(0, comma);
        }
    }

    Expected<int> count(std::string_view text) const {
        const auto value = number<int>(text);
        if (!value || *value < 1 || *value > kMaxPerDimension)
            return bad(fmt::format("has a number that is not between 1 and {}", kMaxPerDimension));
        return *value;
    }

    Expected<Grid> torus() {
        const auto values = parts(rest_);
        if (values.size() != 3)
            return bad("does not have three numbers");
        MW_TRY(grid_.nx, count(values[0]));
        MW_TRY(grid_.ny, count(values[1]));
        MW_TRY(grid_.levels, count(values[2]));
        if (grid_.nx < 3 || grid_.ny < 3)
            return bad("is too small: below 3x3 a triangle would meet itself");
        return grid_;
    }

    /// R02B04, or 4 for R01B04.
    Expected<void> subdivision(std::string_view text) {
        std::optional<int> root = 1;
        std::optional<int> bisections = number<int>(text);
        if (const auto b = text.find('B'); text.starts_with('R') && b != std::string_view::npos) {
            root = number<int>(text.substr(1, b - 1));
            bisections = number<int>(text.substr(b + 1));
        }
        if (!root || !bisections || *root < 1 || *bisections < 0 || *bisections > 10 ||
            *root > (kMaxParts >> *bisections))
            return bad(fmt::format("does not begin with ICON's RnBk, n at least 1 and n 2^k at "
                                   "most {}",
                                   kMaxParts));
        grid_.root = *root;
        grid_.bisections = *bisections;
        return {};
    }

    Expected<Grid> icosahedral() {
        const auto values = parts(rest_);
        if (values.size() != 2)
            return bad("does not have two parts");
        grid_.kind = Grid::Kind::icosahedral;
        MW_CHECK(subdivision(values[0]));
        MW_TRY(grid_.levels, count(values[1]));
        return grid_;
    }

    Expected<Grid> limited() {
        const auto values = parts(rest_);
        if (values.size() != 3)
            return bad("does not have three parts");
        grid_.kind = Grid::Kind::limited;
        MW_CHECK(subdivision(values[0]));
        const auto radius = number<double>(values[1]);
        if (!radius || !(*radius > 0) || !(*radius < 180))
            return bad("has a radius that is not between 0 and 180 degrees");
        grid_.radius = *radius;
        MW_TRY(grid_.levels, count(values[2]));
        return grid_;
    }

    Expected<Grid> file() {
        const auto comma = rest_.rfind(',');
        const auto path = rest_.substr(0, comma);
        if (comma == std::string_view::npos || !path.ends_with(".nc"))
            return bad("is of no known kind");
        grid_.kind = Grid::Kind::file;
        grid_.file = path;
        MW_TRY(grid_.levels, count(rest_.substr(comma + 1)));
        return grid_;
    }

    std::string_view text_, rest_;
    Grid grid_;
};

std::string kindText(const Grid& grid) {
    const auto subdivision = fmt::format("R{:02}B{:02}", grid.root, grid.bisections);
    switch (grid.kind) {
    case Grid::Kind::torus:
        return fmt::format("torus:{},{}", grid.nx, grid.ny);
    case Grid::Kind::icosahedral:
        return "icosahedral:" + subdivision;
    case Grid::Kind::limited:
        return fmt::format("limited:{},{}", subdivision, grid.radius);
    case Grid::Kind::file:
        break;
    }
    return grid.file;
}

std::array<std::int64_t, 3> countsOf(const Grid& grid) {
    const std::int64_t vertices = std::int64_t{grid.nx} * grid.ny;
    const std::int64_t parts = std::int64_t{grid.root} << grid.bisections;
    switch (grid.kind) {
    case Grid::Kind::torus:
        return {2 * vertices, 3 * vertices, vertices};
    case Grid::Kind::icosahedral:
        return {20 * parts * parts, 30 * parts * parts, 10 * parts * parts + 2};
    case Grid::Kind::limited:
    case Grid::Kind::file:
        break;
    }
    return grid.counts;
}

} // namespace

Expected<Grid> parseGrid(std::string_view text) {
    return GridText(text).read();
}

std::string toString(const Grid& grid) {
    if (grid == Grid{})
        return "captured";
    std::string text = fmt::format("{},{}", kindText(grid), grid.levels);
    if (grid.numbering != grid::Numbering::asMade)
        text += fmt::format(",numbering={}", grid::name(grid.numbering));
    return grid.replaceMissing ? text + ",skip-values=replaced" : text;
}

std::optional<std::int64_t> extent(const Grid& grid, std::string_view dimension) {
    if (dimension == "Cell")
        return countsOf(grid)[0];
    if (dimension == "Edge")
        return countsOf(grid)[1];
    if (dimension == "Vertex")
        return countsOf(grid)[2];
    // Half levels, and room for reads one level further down at steep points.
    if (dimension == "K" || dimension == "KHalf")
        return std::int64_t{grid.levels} + 2;
    return std::nullopt;
}

} // namespace mw::inputs
