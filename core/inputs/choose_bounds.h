#pragma once

#include "core/inputs/bounded_accesses.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace mw::inputs {

/// What a made scenario may decide for itself.
struct FreeInputs {
    std::set<std::string, std::less<>> usual;  ///< symbols with a usual value, which may move
    std::set<std::string, std::less<>> open;   ///< integer symbols without a value
    std::set<std::string, std::less<>> arrays; ///< integer arrays whose range of values may shrink
};

/// Chooses what is free, in two steps. What it is made of must outlive it.
class BoundsChoice {
public:
    BoundsChoice(const ir::Sdfg& program, const FreeInputs& free, Scenario& scenario);
    BoundsChoice(const BoundsChoice&) = delete; // the accesses look at its names
    BoundsChoice& operator=(const BoundsChoice&) = delete;

    /// Gives values to open symbols where the graph says what they are for - the beginning or end
    /// of a range, the size of an array, a level that something is compared with. What nothing
    /// follows for stays without a value.
    void chooseOpen();
    /// Once every symbol has a value: moves the free ones so that every access stays inside its
    /// array: the smallest beginnings and the largest ends for which that holds, or larger arrays
    /// where their size is free. Says each choice of both steps and its reason in `scenario.notes`.
    void move();

private:
    const ir::Sdfg& program_;
    const FreeInputs& free_;
    Scenario& scenario_;
    BoundedAccesses::Names movable_;
    std::optional<BoundedAccesses> accesses_; ///< nullopt: nothing is free
    std::map<std::string, std::string> reasons_;
};

/// Says in `scenario.notes` when no map or loop of the program has any iteration.
void noteEmptyProgram(const ir::Sdfg& program, Scenario& scenario);

} // namespace mw::inputs
