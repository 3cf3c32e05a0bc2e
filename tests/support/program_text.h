#pragma once

#include "tests/support/random_expression.h"
#include "tests/support/random_source.h"

#include <set>
#include <string>
#include <vector>

namespace mw::test {

/// One dimension of a container: `symbol + more`, or the number `more` alone.
struct Extent {
    std::string symbol;
    int more = 0;

    std::string text(int added = 0) const;
};

struct Container {
    std::string name, type;
    std::vector<Extent> dims; ///< empty: a Scalar
    std::vector<std::string> strides;

    std::string whole() const; ///< "[0:N, 0:M + 1]"
};

/// One element (or row) that a map body reads.
struct Read {
    const Container* from = nullptr;
    std::string index; ///< "[i + 1, 0]"
};

/// The text of a program while it grows: containers, the open state, blocks in a row.
class ProgramText {
public:
    explicit ProgramText(RandomSource& random) : random_(random) {}

    // containers
    Container declare(const std::string& name, const std::string& type, std::vector<Extent> dims,
                      bool transient);
    /// A view with the container's shape and strides; what it looks at is the edge's matter.
    void declareView(const Container& container);
    void declareSymbol(const std::string& name, const std::string& type) {
        symbols_ += " " + name + ":" + type;
    }
    std::string fresh(const std::string& stem) { return stem + std::to_string(next_++); }

    // the open state
    void line(const std::string& text) { state_ += "    " + text + "\n"; }
    /// The node of a container in the open state; one per container.
    std::string access(const Container& container);
    /// A second node of the container, for a write after reads of the first.
    std::string accessAgain(const Container& container);
    /// The container has its node already.
    void markAccessed(const std::string& name) { accessed_.insert(name); }
    /// Ends the open state, if there is something in it.
    void closeState();
    /// A block other than a plain state; the open state ends before it.
    void block(const std::string& name, const std::string& text);
    /// Assignment on the edge to the next block.
    void assignNext(const std::string& symbol, const std::string& value);
    /// Lines of the state written so far, taken out: to wrap them into a region.
    std::string takeState();

    // whole program
    std::string finish();

private:
    RandomSource& random_;
    std::string declarations_, state_, blocks_, edges_, pending_;
    std::string symbols_ = "N:int32 M:int32 L:int32 h:int32 q:int64 flag:bool alpha:float64 "
                           "beta:float32";
    std::vector<std::string> names_;
    std::set<std::string> accessed_;
    int next_ = 0;
};

} // namespace mw::test
