#pragma once

#include "tests/support/fusion_bodies.h"

#include <deque>
#include <map>
#include <optional>

namespace mw::test {

/// How an index follows from a map's parameter.
enum class Indexing : std::uint8_t {
    own,
    next,
    previous,
    mirrored,
    halved,
    fixed,
    wrapped,
    swapped
};

/// The maps of one program, each of which reads what those before it have written.
class FusionChain {
public:
    FusionChain(RandomSource& random, std::set<std::string>& patterns);

    std::string text();
    /// Containers that a run has to bring.
    const std::deque<Field>& fields() const { return fields_; }

private:
    struct Temporary {
        const Field* field = nullptr;
        std::vector<Indexing> indexing; ///< by axis, where its map wrote
        bool needsFirstValues = false;
        bool setZero = false;
    };

    static std::vector<Axis> someAxes(RandomSource& random);
    void chooseSurroundings();
    void addInputs();
    Field& addField(const std::string& name, bool row, bool transient,
                    const std::string& type = "float64");
    void addMap(int number, bool last);
    void addBetween();
    void addCopy(Temporary& newest);
    void addSide(Temporary& newest);
    void addLater();

    OpenMap openMap();
    std::vector<std::string> someParams();
    std::string rangesOf(const OpenMap& map);
    void chooseSources(OpenMap& map, int number);
    void readTemporary(OpenMap& map, Temporary& from);
    void readInput(OpenMap& map);
    const Field& viewOf(const Field& field);
    void addSource(OpenMap& map, const Field& field, std::vector<std::string> at);
    std::vector<Indexing> writeIndexing();
    Indexing readIndexing();
    std::vector<std::string> at(const std::vector<Indexing>& indexing, const OpenMap& map) const;
    std::string index(Indexing indexing, std::size_t axis, const OpenMap& map) const;

    void writeTemporaries(OpenMap& map);
    void writeOutput(OpenMap& map);
    void rewrite(OpenMap& map, Temporary& temporary);
    void accumulateOutput(OpenMap& map);
    void fillBody(OpenMap& map);
    void addTarget(OpenMap& map, const Field& field, std::vector<std::string> at);
    void close(OpenMap& map, const std::string& ranges);

    std::string sourceEnd(const Field& field);
    void targetEnd(const Field& field, const std::string& from, const std::string& wcr);
    std::string firstValues();
    std::string wholeProgram(const std::string& states);
    std::string nestedProgram(const std::string& states);
    std::string states();
    void mark(const std::string& pattern) { patterns_.insert(pattern); }

    RandomSource& random_;
    std::set<std::string>& patterns_;
    FusionText text_;
    FusionBodies bodies_;

    std::deque<Field> fields_; ///< pointers into it stay
    std::deque<Temporary> temporaries_;
    std::map<std::string, std::string> nodes_; ///< of containers that were written
    std::string schedule_;
    int row_ = 3;
    bool nested_ = false;  ///< the whole program is a nested SDFG
    bool inner_ = false;   ///< everything inside one more map
    bool loop_ = false;    ///< everything in a loop
    bool dynamic_ = false; ///< ranges that data gives
    bool overlaps_ = false;
    std::string outerParam_;
    std::vector<const Field*> outerRead_; ///< once each
    std::string assignment_;              ///< of a symbol, behind the main state
    std::string after_;                   ///< states behind the main one
    bool linear_ = true;
    std::size_t number_ = 0; ///< temporaries before the map that is being written
};

} // namespace mw::test
