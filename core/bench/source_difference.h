#pragma once

#include "core/bench/pairs.h"
#include "core/codegen/codegen.h"
#include "core/support/line_diff.h"

#include <map>
#include <string>
#include <vector>

// The generated code of two variants side by side, kernel beside the kernels that it pairs with.

namespace mw::bench {

/// Of a variant: its text, and what its kernels are paired by.
struct VariantSource {
    codegen::Source source;
    std::vector<KernelRow> kernels; ///< as the plan's
};
/// `origins`: see BenchInput. `source`: a text that was made of the plan's kernels.
VariantSource sourceOf(const codegen::Plan& plan, codegen::Source source,
                       const std::map<NodeId, std::vector<NodeId>>& origins);
VariantSource sourceOf(const codegen::Plan& plan, codegen::Target target,
                       const std::map<NodeId, std::vector<NodeId>>& origins);

/// A line of both texts side by side; lines count from 1, 0: there is none.
struct SourceLine {
    DiffLine::Kind kind = DiffLine::Kind::same;
    int first = 0, second = 0;
    std::pair<std::size_t, std::size_t> firstPart, secondPart; ///< see DiffLine
    int pair = -1; ///< of SourceDifference::pairs; -1: what all kernels share
};
struct SourceDifference {
    /// What all kernels share, then pair by pair with an empty line between.
    std::vector<SourceLine> lines;
    /// In the order of the second text; kernels that only the first has come last. One side may be
    /// empty.
    std::vector<KernelGroup> pairs;
    std::vector<std::size_t> changes; ///< where each run of lines begins that are not the same

    /// The run before or after a line; npos where there is none.
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);
    std::size_t changeAfter(std::size_t line) const;
    std::size_t changeBefore(std::size_t line) const;
};
SourceDifference sourceDifference(const VariantSource& first, const VariantSource& second);
/// Two texts that have no kernels to pair, line by line.
SourceDifference textDifference(const std::string& first, const std::string& second);

/// Lines with a sign in front: "  " the same, "- " only in the first, "+ " only in the second,
/// "~-" and "~+" the two of a line that changed.
std::string toText(const SourceDifference& difference, const std::string& first,
                   const std::string& second);

} // namespace mw::bench
