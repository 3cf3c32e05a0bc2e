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

std::string_view name(Instructions kind) {
    switch (kind) {
    case Instructions::ptx:
        return "ptx";
    case Instructions::sass:
        return "sass";
    case Instructions::amdgcn:
        break;
    }
    return "amdgcn";
}

std::string_view title(Instructions kind) {
    switch (kind) {
    case Instructions::ptx:
        return "PTX";
    case Instructions::sass:
        return "SASS";
    case Instructions::amdgcn:
        break;
    }
    return "AMDGCN";
}

std::optional<Instructions> instructionsFromName(std::string_view text) {
    for (const Instructions one : {Instructions::ptx, Instructions::sass, Instructions::amdgcn})
        if (name(one) == text)
            return one;
    return std::nullopt;
}

codegen::Target targetOf(Instructions kind) {
    return kind == Instructions::amdgcn ? codegen::Target::hip : codegen::Target::cuda;
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

std::string_view name(Contraction contraction) {
    switch (contraction) {
    case Contraction::never:
        return "never";
    case Contraction::always:
        return "always";
    case Contraction::usual:
        break;
    }
    return "usual";
}

std::optional<Contraction> contractionFromName(std::string_view text) {
    for (const Contraction one : {Contraction::usual, Contraction::never, Contraction::always})
        if (name(one) == text)
            return one;
    return std::nullopt;
}

} // namespace mw::exec
