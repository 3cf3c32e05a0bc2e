#pragma once

#include "tests/support/fusion_text.h"

#include <map>
#include <string>
#include <vector>

namespace mw::test {

/// What a map body reads: one place of a container, through a connector of the map's entry.
struct Source {
    const Field* field = nullptr;
    std::vector<std::string> at; ///< index along each axis
    std::string connector;       ///< "t" of IN_t and OUT_t
};

/// What a map body writes.
struct Target {
    const Field* field = nullptr;
    std::vector<std::string> at;
    std::string wcr;
    std::string connector;
};

/// A map whose body is being written.
struct OpenMap {
    std::string entry, exit;
    std::vector<std::string> params; ///< by axis
    std::vector<Source> sources;
    std::vector<Target> targets;
    std::set<std::string> taken; ///< names that mean something in the body
    bool inPlace = false;        ///< the source is the target: each element may need only itself
    /// Further names for integers in scope: parameters of a map around this one.
    std::vector<std::string> outer;
};

/// The bodies of maps. Names come from a small pool, so that parameters, connectors, locals,
/// symbols of nested SDFGs and inner parameters of different maps are often the same; within one
/// body each name has one meaning.
class FusionBodies {
public:
    FusionBodies(RandomSource& random, FusionText& text, std::set<std::string>& patterns)
        : random_(random), text_(text), patterns_(patterns) {}

    /// A body that writes every target in full.
    void full(OpenMap& map);
    /// One that leaves out part of its single target: under a condition, or part of the row.
    void partial(OpenMap& map);
    /// Adds to its single target, over inner iterations.
    void accumulating(OpenMap& map);
    /// Reads `field` at the index that `indices` has for this iteration.
    void gather(OpenMap& map, const Field& field, const Field& indices);
    /// Numbers from 0 to 2.
    void lengths(OpenMap& map);
    /// Each iteration writes its own element and the next one.
    void overlapping(OpenMap& map);
    /// Two elements of a row, through two connectors of the map's exit.
    void twoElements(OpenMap& map);

    /// Has a body read it? Not every body reads all sources.
    bool reads(const OpenMap& map, const Source& source) const {
        return fed_.contains(map.entry + " " + source.connector);
    }

    /// Integer symbols of the program that bodies may use.
    static const std::vector<std::string>& symbols();
    /// A name of the pool that is not taken; it is from now on.
    std::string name(std::set<std::string>& taken);

private:
    // one element
    void tasklet(OpenMap& map);
    void locals(OpenMap& map);
    void chain(OpenMap& map);
    void nestedScalars(OpenMap& map, bool writesAlways);
    void window(OpenMap& map);
    void reduce(OpenMap& map);
    void fewElements(OpenMap& map);
    // a row
    void rowMap(OpenMap& map, int first);
    void rowNested(OpenMap& map, int first);
    void rowLocal(OpenMap& map);

    void mark(const std::string& pattern) { patterns_.insert(pattern); }
    void feed(const OpenMap& map, const Source& source, const std::string& node,
              const std::string& connector, const std::string& subset);
    /// The same for a map inside: all that one iteration has of the source.
    void pass(const OpenMap& map, const Source& source, const std::string& inner);
    void store(const OpenMap& map, const Target& target, const std::string& from,
               const std::string& subset);
    /// Connectors for all sources, as single elements, fed to `node`.
    std::vector<std::string> elements(OpenMap& map, const std::string& node);
    std::string sum(const OpenMap& map, const std::vector<std::string>& values,
                    std::vector<std::string> integers);
    /// Something with the parameters and symbols in scope.
    std::string integer(const OpenMap& map);
    const Source* rowSource(const OpenMap& map);

    RandomSource& random_;
    FusionText& text_;
    std::set<std::string>& patterns_;
    std::set<std::string> fed_; ///< "entry connector"
};

} // namespace mw::test
