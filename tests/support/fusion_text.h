#pragma once

#include "tests/support/random_source.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::test {

/// One axis that the maps of a program run over: `1:N + 1`, or part of that. Containers have N + 3
/// elements along it, so that neighbours on both sides are there.
struct Axis {
    std::string symbol; ///< N, M, or a number
    std::string range;  ///< "1:N + 1"

    std::string extent() const { return symbol + " + 3"; }
    std::string mirrored(const std::string& param) const { return symbol + " + 1 - " + param; }
};

/// A container: some axes in some order, perhaps a row of constant length at each place.
struct Field {
    static constexpr int kRow = -1;

    std::string name, type = "float64";
    std::vector<int> dims; ///< axes, and kRow where the row lies
    int row = 0;           ///< its length; 0: none
    int rowOffset = 0;     ///< of the descriptor: the row's first element has the index -rowOffset
    bool blocked = false;  ///< one dimension of rows one behind the other: [4*i + r]
    bool transient = false;
    std::vector<std::string> shape, strides;
    std::string viewOf; ///< the container that it looks at

    std::string rowStride() const;
};

/// Names of the program text, containers, states.
class FusionText {
public:
    FusionText(RandomSource& random, std::vector<Axis> axes)
        : random_(random), axes_(std::move(axes)) {}

    const std::vector<Axis>& axes() const { return axes_; }
    std::string fresh(const std::string& stem) { return stem + std::to_string(next_++); }

    /// Gives the container its strides and declares it.
    void declare(Field& field);
    void declareScalar(const std::string& name, const std::string& type);
    void declareLine(const std::string& line) { declarations_ += "  " + line + "\n"; }

    /// "[i, 2, j]": the element at these places of the axes; `row`: an index text within the row.
    std::string element(const Field& field, const std::vector<std::string>& at,
                        const std::string& row = "0") const;
    /// "[i, 1:3, j]": elements `first` to `end` of the row.
    std::string part(const Field& field, const std::vector<std::string>& at, int first,
                     int end) const;
    std::string whole(const Field& field) const;
    /// Number of elements.
    std::string total(const Field& field) const;

    // Of the open state; nodes come first in its text.
    void node(const std::string& text) { nodes_ += "    " + text + "\n"; }
    void edge(const std::string& text) { edges_ += "    " + text + "\n"; }
    /// A new access node.
    std::string access(const std::string& container);
    /// What was written so far, taken out.
    std::string takeLines() { return std::exchange(nodes_, {}) + std::exchange(edges_, {}); }
    const std::string& declarations() const { return declarations_; }

private:
    std::string subset(const Field& field, const std::vector<std::string>& at,
                       const std::string& row, const std::string& blockedRow) const;

    RandomSource& random_;
    std::vector<Axis> axes_;
    std::string declarations_, nodes_, edges_;
    int next_ = 0;
};

} // namespace mw::test
