#pragma once

#include "core/codegen/hand_text.h"
#include "core/codegen/launch/launch_choice.h"
#include "core/support/expected.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mw::codegen {

/// What somebody fixes of a kernel's launch and passes, a search for instance; rules choose the
/// rest. Block, levels, loads ahead, registers, unrolling, streaming, gathers and tiles are of
/// kernels on a GPU; shared loops and vectors of those on the CPU. What is of the other kind is
/// left unread.
struct KernelChoice {
    std::optional<std::array<int, 3>> block{};
    std::optional<int> levelsPerThread{}, levelsPerGroup{}, prefetch{}, maxRegisters{},
        minBlocksPerSm{}, unroll{};
    std::optional<Streaming> streaming{};
    std::optional<bool> gathersAhead{}, tiles{};
    std::optional<int> sharedLoops{};
    std::optional<bool> vectors{};
    /// At most one for a target, in the order of the targets. One holds as long as the kernel, with
    /// all of these, is generated as it was.
    std::vector<HandText> hand{};

    bool operator==(const KernelChoice&) const = default;
    bool isEmpty() const { return *this == KernelChoice{}; }
};
using Choices = std::map<std::string, KernelChoice, std::less<>>; ///< by kernel name

/// nullptr: the kernel is as it is generated for this target.
const HandText* handFor(const KernelChoice& choice, Target target);
/// In place of the one for its target.
void setHand(KernelChoice& choice, HandText hand);
void dropHand(KernelChoice& choice, Target target);
/// Kernels that are written by hand for any target, by name.
std::vector<std::string> kernelsByHand(const Choices& choices);

/// `64x2x1, 20 levels per thread, 4 at a time`; "by the rules" where nothing is fixed.
std::string toText(const KernelChoice& choice);
/// A JSON object with the fields that are fixed, on one line.
std::string toJson(const KernelChoice& choice);
/// JSON text with a line per kernel: {"version": 1, "kernels": {NAME: {FIELD: VALUE}}}.
std::string toJson(const Choices& choices);
/// The error, "bad-choices", names kernel and field.
Expected<Choices> choicesFromJson(std::string_view json);
/// One field of a file of choices from its value as text: "64x2" is a block. The error,
/// "bad-choices", says what the field takes.
Expected<void> setField(KernelChoice& choice, const std::string& field, const std::string& value);

} // namespace mw::codegen
