#pragma once

#include "core/ir/index.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mw::history {

/// A set of hashes in a form of fixed size that says how much two sets have in common: a bit for
/// each (linear counting; Whang, Vander-Zanden and Taylor 1990). Sets of some hundred hashes begin
/// to look alike.
class Sketch {
public:
    static constexpr std::size_t kBits = 256;
    using Words = std::array<std::uint64_t, kBits / 64>;

    Sketch() = default;
    explicit Sketch(const Words& words) : words_(words) {}

    void add(std::uint64_t hash);
    void add(const Sketch& other); ///< the union

    const Words& words() const { return words_; }
    bool operator==(const Sketch&) const = default;

private:
    Words words_{};
};

/// What a sketch of surroundings looks at.
enum class Side : std::uint8_t { before1, before4, before, behind1, behind4, behind, inside };
inline constexpr std::size_t kSides = 7;

/// What surrounds an element, for anchors: the sets of what stands within one link and four links
/// before and behind it, of all that it is computed of and all that is computed of it, and of what
/// is inside it. They say how much of that two elements share, where rings only say whether all of
/// it is equal.
using Around = std::array<Sketch, kSides>;

/// What two elements share of their surroundings.
struct Shared {
    int share = 0;  ///< 0 to kAlike: the mean over the sides that either has something on; kAlike
                    ///< where neither has anything
    int common = 0; ///< bits that both have: unlike the share, what only one of them has does not
                    ///< change it, nor that two hashes may have one bit
};
inline constexpr int kAlike = 1000;
Shared shared(const Around& first, const Around& second);

/// The surroundings of every element of a document. The way data takes is followed through nested
/// SDFGs and from state to state, so that both look from outside as if they were not there.
class Surroundings {
public:
    /// The hash of a node or an edge by itself.
    using Own = std::function<std::uint64_t(ElementId)>;

    Surroundings(const ir::DocumentIndex& index, const Own& own);

    Around of(ElementId id) const;

private:
    struct Link {
        std::uint32_t from, to;
        std::uint64_t hash; ///< of the edge; 0: it is none
    };

    class Ways;
    void addNodes(const Own& own);
    void addLinks(const Own& own);
    std::vector<NodeId> accessesIn(const ir::Node& node, const std::string& connector,
                                   bool written) const;
    void linkStates(const ir::Sdfg& sdfg);
    void link(ElementId from, ElementId to, std::uint64_t hash = 0);
    void spread();
    using LinksByNode = std::vector<std::vector<const Link*>>;
    std::vector<std::uint32_t> ordered(const LinksByNode& out) const;
    void addInside();
    Around addBlocks(const ir::Region& region);
    Around addBlock(const ir::Block& block);
    Around& sketchesOf(ElementId id); ///< a slot is made for one that has none

    const ir::DocumentIndex& index_;
    std::vector<std::uint32_t> slots_; ///< by id: of nodes, blocks and SDFGs in sketches_, plus 1
    std::vector<Around> sketches_;     ///< of nodes in the order of the file, then of the others
    std::vector<std::uint64_t> own_;   ///< of each node
    std::vector<bool> passes_;         ///< of each node: whether ways lead through it
    /// The access nodes of a container that are written in their state, and the others.
    struct Accesses {
        std::vector<NodeId> read, written;
    };
    std::map<const ir::Sdfg*, std::map<std::string, Accesses, std::less<>>> accesses_;
    std::vector<Link> links_;
};

} // namespace mw::history
