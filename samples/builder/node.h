#pragma once

#include "samples/builder/field.h"

#include <optional>

namespace mw::samples {

enum class NodeKind : std::uint8_t {
    argument,   ///< a container of the caller: `text` its name
    parameter,  ///< a scalar of the caller: `text` its name
    literal,    ///< `text`
    operation,  ///< `text` with {0}, {1} for the operands
    entry,      ///< of a list, at `neighbour`
    gather,     ///< at `neighbour`
    neighbours, ///< the list over `neighbour.table`
    lists,      ///< operation entry by entry
    reduction,  ///< of a list: `label` sum or max
    shift,      ///< by `levels`
    lookup,     ///< at `neighbour`, operand 1 levels further
    where,      ///< operands: condition, yes, no
    concat,     ///< operands: below, from; `axis`, `text` the bound
    choice,     ///< operands: yes, no; `text` the condition
    temporary,  ///< the operand for all levels and `levels` more; for the whole of `axis`
    scanInput,  ///< `text` its name; only inside of a step
    scanState,  ///< the same
    scan,       ///< state number `levels` of `sweep`
};

struct ScanNode {
    Sweep direction = Sweep::forward;
    std::vector<ScanPart> states, inputs;
    std::vector<Field> stateNames, inputNames; ///< what stands for them in `next`
    std::vector<Field> next;
};

struct Node {
    NodeKind kind = NodeKind::literal;
    std::string label{}; ///< GT4Py's name of the operation: "plus"
    std::string text{};
    std::vector<Field> operands{};
    std::vector<Axis> axes{};
    ir::ScalarType type = ir::ScalarType::float64;
    std::optional<Neighbour> neighbour{};
    Axis axis{};
    int levels = 0;
    std::shared_ptr<const ScanNode> sweep{};
};

Field makeField(Node node);
/// All axes of the fields, each once, in the order horizontal, local, K.
std::vector<Axis> joinedAxes(const std::vector<Field>& fields);

} // namespace mw::samples
