// The meshes of grids: made or read when they are wanted, and kept for the next time.
#include "core/grid/icon_file.h"
#include "core/grid/make.h"
#include "core/grid/tables.h"
#include "core/inputs/grid.h"
#include "core/support/memory.h"

#include <fmt/format.h>

#include <filesystem>
#include <mutex>
#include <vector>

namespace mw::inputs {

namespace {

namespace fs = std::filesystem;
using MeshPtr = std::shared_ptr<const grid::Mesh>;

/// What a mesh follows from: a file that was written again is another one.
struct Key {
    Grid grid;
    fs::file_time_type written;
    std::uintmax_t bytes = 0;

    explicit Key(const Grid& of) : grid(of) {
        grid.levels = 0;
        grid.replaceMissing = false;
        grid.counts = {};
        if (grid.kind != Grid::Kind::file)
            return;
        std::error_code ignored; // readIconFile() says what is wrong with it
        written = fs::last_write_time(grid.file, ignored);
        bytes = fs::file_size(grid.file, ignored);
    }
    bool operator==(const Key&) const = default;
};

/// The meshes that were wanted last. For all threads.
class KeptMeshes {
public:
    MeshPtr find(const Key& key) {
        const std::scoped_lock lock(mutex_);
        for (const auto& [known, mesh] : kept_)
            if (known == key)
                return mesh;
        return nullptr;
    }
    void keep(const Key& key, const MeshPtr& mesh) {
        const std::scoped_lock lock(mutex_);
        if (kept_.size() == kMost)
            kept_.erase(kept_.begin());
        kept_.emplace_back(key, mesh);
    }

private:
    static constexpr std::size_t kMost = 3; // they can be large
    std::mutex mutex_;
    std::vector<std::pair<Key, MeshPtr>> kept_;
};

Expected<void> requireMeshMemory(const std::array<std::int64_t, 3>& counts) {
    // Twice: renumbered and not.
    return requireMemory(static_cast<std::uint64_t>(2 * grid::meshBytes(counts)),
                         "the neighbour tables of the grid");
}

std::array<std::int64_t, 3> sphereCounts(const Grid& grid) {
    Grid whole = grid;
    whole.kind = Grid::Kind::icosahedral;
    return {*extent(whole, "Cell"), *extent(whole, "Edge"), *extent(whole, "Vertex")};
}

Expected<grid::Mesh> make(const Grid& grid) {
    if (grid.kind == Grid::Kind::file)
        return grid::readIconFile(grid.file);
    if (grid.kind == Grid::Kind::torus) {
        MW_CHECK(requireMeshMemory(
            {*extent(grid, "Cell"), *extent(grid, "Edge"), *extent(grid, "Vertex")}));
        return grid::torus(grid.nx, grid.ny);
    }
    MW_CHECK(requireMeshMemory(sphereCounts(grid)));
    auto whole = grid::icosahedral(grid.root << grid.bisections);
    if (grid.kind == Grid::Kind::icosahedral)
        return whole;
    auto part = grid::limitedArea(whole, grid.radius);
    if (part.count(grid::Element::cell) == 0)
        return fail("bad-grid", fmt::format("no vertex of {} lies within {} degrees of the middle; "
                                            "give a larger radius",
                                            toString(grid), grid.radius));
    return part;
}

Expected<MeshPtr> meshFor(const Grid& grid) {
    static KeptMeshes kept;
    const Key key(grid);
    if (auto known = kept.find(key))
        return known;
    MW_TRY(auto mesh, make(grid));
    if (grid.numbering != grid::Numbering::asMade) {
        MW_TRY(mesh, grid::renumbered(mesh, grid.numbering));
    }
    auto made = std::make_shared<const grid::Mesh>(std::move(mesh));
    kept.keep(key, made);
    return made;
}

std::string countsText(const std::array<std::int64_t, 3>& counts) {
    return fmt::format("{} cells, {} edges, {} vertices", counts[0], counts[1], counts[2]);
}

bool saysCounts(const Grid& grid) {
    return grid.counts != std::array<std::int64_t, 3>{};
}

} // namespace

Expected<MeshPtr> meshOf(const Grid& grid) {
    MW_TRY(auto mesh, meshFor(grid));
    if (saysCounts(grid) && grid.counts != mesh->counts)
        return fail("other-grid",
                    fmt::format("{} has {}; the scenario was made for {}", toString(grid),
                                countsText(mesh->counts), countsText(grid.counts)));
    return mesh;
}

Expected<Grid> resolved(const Grid& grid) {
    if (grid.kind == Grid::Kind::torus || grid.kind == Grid::Kind::icosahedral || saysCounts(grid))
        return grid;
    MW_TRY(const auto mesh, meshFor(grid));
    Grid known = grid;
    known.counts = mesh->counts;
    return known;
}

Expected<NeighbourTable> neighbourTable(const Grid& grid, std::string_view name) {
    if (!grid::tableNamed(name)) {
        std::string known;
        for (const auto& table : grid::allTables())
            known += fmt::format("{}{}", known.empty() ? "" : ", ", table.name);
        return fail("unknown-table",
                    fmt::format("there is no neighbour table '{}'; there are {}", name, known));
    }
    MW_TRY(const auto mesh, meshOf(grid));
    auto table = grid::table(*mesh, name);
    if (grid.replaceMissing)
        grid::replaceMissing(table);
    return table;
}

} // namespace mw::inputs
