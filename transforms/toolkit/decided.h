#pragma once

#include "core/ir/index.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What is known of symbols before a program runs, and what that decides.

namespace mw::transforms {

/// Values that symbols of the SDFG have whenever it runs: its constants, and numbers that the node
/// of a nested SDFG hands in and that the symbol's type holds. None that the SDFG gives another
/// meaning or value itself.
symbolic::Bindings knownValues(const ir::DocumentIndex& index, SdfgId sdfg);

/// The same for an SDFG whose surroundings have the values `outer`.
symbolic::Bindings knownValues(const ir::DocumentIndex& index, SdfgId sdfg,
                               const symbolic::Bindings& outer);
/// What the integers among the values replace in expressions.
symbolic::Substitution integersOf(const symbolic::Bindings& values);

/// Truth of a condition of the control flow; nullopt when it depends on more than the values, or
/// computes something of which the machine's types could make something else.
std::optional<bool> decided(std::string_view condition, const symbolic::Bindings& values);

/// Values of the variables of loops in all of their rounds.
using LoopRounds = std::map<std::string, std::vector<std::int64_t>, std::less<>>;

/// Whether a condition inside of loops holds; nullopt: not known, or not the same in all rounds.
std::optional<bool> decided(std::string_view condition, const symbolic::Bindings& values,
                            const LoopRounds& rounds);

/// What the variable of the loop is in each round; nullopt when that is not known, or when they are
/// more than a thousand.
std::optional<std::vector<std::int64_t>> roundsOf(const ir::LoopRegion& loop,
                                                  const symbolic::Bindings& values);

/// The loop certainly does not run once.
bool neverRuns(const ir::LoopRegion& loop, const symbolic::Bindings& values);

/// Whatever the loop runs for, nothing happens in it, and it ends.
bool doesNothing(const ir::LoopRegion& loop, const symbolic::Bindings& values);

} // namespace mw::transforms
