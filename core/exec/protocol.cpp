// Names of the protocol's choices.
#include "core/exec/protocol.h"

namespace mw::exec {

std::string_view name(Clock clock) {
    switch (clock) {
    case Clock::records:
        return "CUPTI";
    case Clock::events:
        return "events";
    case Clock::host:
        break;
    }
    return "host clock";
}

std::string_view name(Allocation allocation) {
    switch (allocation) {
    case Allocation::each:
        return "each";
    case Allocation::call:
        return "call";
    case Allocation::arena:
        break;
    }
    return "arena";
}

std::optional<Allocation> allocationFromName(std::string_view text) {
    for (const Allocation one : {Allocation::arena, Allocation::each, Allocation::call})
        if (name(one) == text)
            return one;
    return std::nullopt;
}

} // namespace mw::exec
