#pragma once

#include "core/analysis/map_accesses.h"
#include "core/inputs/index_spelling.h"
#include "core/inputs/scenario.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

// One iteration of a map with the numbers of a scenario: which elements it touches, through which
// entries of tables, how far apart in memory the next iteration's are, and what a warp of
// iterations costs.

namespace mw::inputs {

/// The arrays of a scenario that indices and conditions are made of. Each is made or read once,
/// when it is first needed. Thread-safe.
class IndexTables {
public:
    /// `base`: of relative paths in the scenario.
    explicit IndexTables(Scenario scenario, std::filesystem::path base = {});

    const Scenario& scenario() const { return scenario_; }
    /// Those that the accesses of a map need; what the scenario does not have is left out.
    Expected<std::shared_ptr<const HostArrays>> forAccesses(const analysis::MapAccesses& accesses);

private:
    Scenario scenario_;
    std::filesystem::path base_;
    std::mutex mutex_;
    std::shared_ptr<const HostArrays> read_;
};

using Iteration = std::vector<std::int64_t>; ///< by MapAccesses::parameters

/// Where a parameter goes in an iteration, given those before it.
struct ParameterReach {
    std::int64_t begin = 0, end = -1, step = 1; ///< end inclusive

    bool contains(std::int64_t value) const {
        return value >= begin && value <= end && (value - begin) % step == 0;
    }
};

/// An element of a table that an index came from.
struct TableEntry {
    std::string text;                  ///< "E2C[7, 0]"
    std::optional<std::int64_t> value; ///< nullopt: that is no element of the table

    bool operator==(const TableEntry&) const = default;
};

struct TouchedElement {
    std::vector<std::int64_t> index;
    std::optional<std::int64_t> position; ///< in memory, in elements
    bool inside = true;                   ///< of its container

    bool operator==(const TouchedElement&) const = default;
};

/// How one access moves in memory with a parameter.
struct MemoryStep {
    bool throughTable = false;            ///< the index is an entry of a table
    std::optional<std::int64_t> elements; ///< by the parameter's step; nullopt: not known
};

/// What consecutive iterations cost that run in step, a lane each.
struct WarpCost {
    /// By lane: the element's place in memory; nullopt: the lane touches nothing.
    std::vector<std::optional<std::int64_t>> positions;
    std::int64_t sectors = 0; ///< of kSectorBytes that are touched
    std::int64_t ideal = 0;   ///< that the same elements would fill side by side
};

enum class AccessState : std::uint8_t {
    touched,
    skipped,     ///< a condition does not hold in this iteration
    conditional, ///< whether it happens depends on what is not known before a run
    unknown,     ///< where it goes is not known
};

struct LocalAccess {
    std::size_t access = 0; ///< in MapAccesses::accesses
    AccessState state = AccessState::touched;
    std::string reason;              ///< of all but `touched`: the condition, what is not known
    std::vector<TableEntry> entries; ///< in the order of the indices
    std::vector<TouchedElement> elements;
    std::vector<std::optional<std::int64_t>> sizes; ///< of the container's dimensions
    bool complete = true;                           ///< there are no more than these
    std::vector<MemoryStep> steps;                  ///< by parameter
    std::optional<WarpCost> warp;                   ///< nullopt: private, or not known
};

struct LocalView {
    Iteration iteration;
    std::vector<std::optional<ParameterReach>> reach; ///< by parameter; nullopt: not known
    std::size_t warpParameter = 0;                    ///< that lanes differ in
    std::int64_t lane = 0;                            ///< of the iteration itself
    std::int64_t warpFirst = 0, warpLast = 0; ///< values of the parameter in the warp, inclusive
    std::vector<LocalAccess> accesses;
};

constexpr std::int64_t kSectorBytes = 32;
constexpr std::int64_t kWarpLanes = 32;

/// Evaluates the accesses of a map, iteration by iteration. Immutable: for any thread.
class LocalAccesses {
public:
    LocalAccesses(analysis::MapAccesses accesses, symbolic::Bindings symbols,
                  std::shared_ptr<const HostArrays> arrays);

    const analysis::MapAccesses& map() const { return accesses_; }
    const IndexSpelling& spelling() const { return spelling_; }
    /// As people read them.
    std::vector<std::string> parameterNames() const;
    /// The ranges that the parameters have; each may depend on the values of those before it.
    std::vector<std::optional<ParameterReach>> reach(const Iteration& iteration) const;
    /// The iteration in the middle of the ranges, where nothing is at a border.
    Iteration middle() const;
    /// The iteration of the map that is nearest to another one: its values where they are in the
    /// ranges, else the nearest end; of none, the middle.
    Iteration nearest(const Iteration& wanted) const;
    /// Of the map's own parameters the one along which most accesses take neighbouring elements;
    /// the last one where none has more.
    std::size_t fastestParameter() const;
    /// Of the map's own parameters the one that the graph calls so; the fastest where there is
    /// none.
    std::size_t laneParameter(const std::optional<std::string>& name) const;
    /// "no-iteration" names the parameter that is outside of its range.
    Expected<LocalView> at(const Iteration& iteration, std::size_t warpParameter) const;

    LocalAccesses(const LocalAccesses&) = delete;
    LocalAccesses& operator=(const LocalAccesses&) = delete;

private:
    const analysis::MapAccesses accesses_;
    const symbolic::Bindings symbols_;
    const IndexSpelling spelling_; ///< of the two
    std::shared_ptr<const HostArrays> arrays_;
};

/// The indices of an access as expressions: "E2C2V[Edge, 0]", "K + 1", "0:N"; "?" where not known.
std::vector<std::string> indexTexts(const IndexSpelling& spelling,
                                    const analysis::MapAccess& access);
std::vector<std::string> indexTexts(const LocalAccesses& map, const analysis::MapAccess& access);
/// An index that is a parameter of the map plus a number (`K + 1`).
struct ParameterOffset {
    std::size_t parameter = 0;
    std::int64_t offset = 0;
};
/// By dimension of the container; nullopt: the index has another form.
std::vector<std::optional<ParameterOffset>> parameterOffsets(const LocalAccesses& map,
                                                             const analysis::MapAccess& access);

/// Accesses of one container, in the order of the program.
struct ContainerAccesses {
    std::string name;
    ir::DataPtr data;
    std::vector<std::optional<std::int64_t>> sizes; ///< of its dimensions; nullopt: not known
    bool isPrivate = false;
    std::vector<const LocalAccess*> accesses; ///< of the view
};
/// By container, in the order in which the map touches them. `only`: accesses that have one of
/// these elements (empty: all). Refers into both.
std::vector<ContainerAccesses> byContainer(const LocalAccesses& map, const LocalView& view,
                                           const std::vector<ElementId>& only = {});

} // namespace mw::inputs
