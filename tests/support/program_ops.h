#pragma once

#include "tests/support/program_text.h"
#include "tests/support/random_program.h"

#include <functional>

namespace mw::test {

/// A map under construction: its parameters run over the dimensions of what it writes.
struct MapShape {
    std::vector<std::string> symbols; ///< the dimensions' symbols: N, M or L
    std::vector<int> margins;         ///< the range of each is 0:symbol + margin
    std::string ranges;               ///< "i = 0:N, j = 0:M + 1"
};

/// What computes inside a map, with the connectors x0, x1, ...; gives `node.connector`.
using Body = std::function<std::string(const std::vector<Read>&)>;

/// The operations that random programs are made of. Each adds to the text; `sources` grows by what
/// it wrote in full.
class ProgramOps {
public:
    ProgramOps(RandomSource& random, ProgramText& text, bool& exact);

    void addInputs();
    /// Adds one operation, any of them.
    void addRandom();
    /// Writes an output argument from what is there.
    void addOutput();
    const std::vector<Container>& arguments() const { return arguments_; }

private:
    // maps (program_ops.cpp)
    void pointwise();
    void gather();
    void partialUpdate();
    void blocked();
    void dynamicRange();
    void accumulate();
    // nested SDFGs, scans, reductions (program_nested.cpp)
    void scan();
    void neighbourReduce();
    void reduceAtTop();
    void nestedAtTop();
    std::string branchBody(const std::vector<Read>& reads, const std::string& type);
    std::string assignBody(const std::vector<Read>& reads, const std::string& type);
    // copies, views, control flow of the host (program_host.cpp)
    void copy();
    void view();
    void hostBranch();
    void hostLoop();
    void sizedByProgram();
    // small numbers in containers, and where they are read (program_places.cpp)
    struct Small {
        Container container;
        std::string text; ///< as expressions read it: "c", "c[2]"
        bool isScalar = false;
        bool isGiven = false; ///< an argument that the program only reads
    };
    Small smallNumber();
    void write(const Small& small, const std::string& code);
    Container updated(const std::string& end, bool dynamic);
    void inCondition();
    void inAssignment();
    void inRange();
    void inLoopBound();
    void inIndex();
    void inNested();
    std::string nestedReader(const std::string& type, bool isScalar, int depth);
    void inLoopOfNested();
    void otherType();
    void throughOtherType();
    void readBits(const Container& seen);

    Container target(std::vector<std::string> symbols, const std::string& type, int margin);
    std::vector<std::string> someSymbols();
    std::string someType();
    MapShape shapeOf(const Container& written) const;
    /// Element of `from` for the map's own element, perhaps shifted, reversed or in another place.
    Read readOf(const Container& from, const MapShape& shape);
    std::vector<Read> someReads(const MapShape& shape);
    std::string ownIndex(const Container& written) const;
    /// Map over all of `written`, from `reads`, by `body`; `index` (usually the map's own element)
    /// is what each iteration writes.
    void map(const Container& written, const MapShape& shape, const std::vector<Read>& reads,
             const Body& body, const std::string& wcr = {}, std::string index = {});
    /// Edges from the entry to the connectors x0, x1, ... of `node`.
    void feed(const std::string& entry, const std::vector<Read>& reads, const std::string& node);
    std::string taskletBody(const std::vector<Read>& reads, const std::string& type);
    std::string chainBody(const std::vector<Read>& reads, const std::string& type);
    std::string localsBody(const std::vector<Read>& reads, const std::string& type);
    std::string branchesBody(const std::vector<Read>& reads, const std::string& type);
    std::string anyBody(const std::vector<Read>& reads, const std::string& type);
    /// An expression over x0, x1, ... and what else is in scope.
    std::string expression(const std::vector<Read>& reads, const std::string& type, int depth,
                           bool symbols = true);
    Container input(const std::string& name, const std::string& type, std::vector<Extent> dims);
    const Container* sourceWith(const std::string& symbol, bool realOnly);
    void done(const Container& written) { sources_.push_back(written); }

    RandomSource& random_;
    ProgramText& text_;
    bool& exact_;
    std::vector<Container> sources_, arguments_;
    std::string entry_; ///< of the map whose body is being written
    std::vector<std::string> params_;
    int outputs_ = 0;
};

/// Symbols of the extents.
const std::vector<std::string>& symbolNames();
std::string paramOf(const std::string& symbol);

} // namespace mw::test
