#pragma once

#include "core/support/id.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

// What a computation reads of a document: noted where parts are looked up, so that an answer can be
// kept for as long as nothing that it read has changed. Reading what hangs at a part that was
// looked up (a node, an edge, a descriptor) is not noted again: parts never change, they are
// replaced.

namespace mw::ir {

class DocumentIndex;

enum class Read : std::uint8_t {
    place,      ///< that an element is there, and what it stands in
    node,       ///< a node of a state, by id
    edge,       ///< an edge of a state, by id
    inEdges,    ///< those of a node, in their order
    outEdges,   ///< those of a node, in their order
    scope,      ///< what a node stands in
    children,   ///< what stands in a scope, in its order
    order,      ///< in which order the nodes and edges of a state stand
    reaches,    ///< whether edges lead from one node to another
    state,      ///< a state, whole
    elements,   ///< which SDFGs and states there are
    container,  ///< what a name is in a table of containers
    containers, ///< such a table, whole
    anything,   ///< what is looked at in ways that are not noted
};

/// One of these, of one element, of one name or of two nodes. Names are hashed: two may have one
/// key.
using ReadKey = std::uint64_t;
constexpr unsigned kReadShift = 56;
constexpr ReadKey readKey(Read what, std::uint32_t id) {
    return (static_cast<ReadKey>(what) << kReadShift) | id;
}
/// `table`: which table of containers.
ReadKey readKey(Read what, std::uint32_t table, std::string_view name);
/// Read::reaches.
constexpr ReadKey readKey(NodeId from, NodeId to) {
    return readKey(Read::reaches, to.value) | (static_cast<ReadKey>(from.value) << 28U);
}
constexpr Read whatOf(ReadKey key) {
    return static_cast<Read>(key >> kReadShift);
}
constexpr NodeId fromOf(ReadKey key) {
    return NodeId{static_cast<std::uint32_t>((key >> 28U) & 0xFFFFFFFU)};
}
constexpr NodeId toOf(ReadKey key) {
    return NodeId{static_cast<std::uint32_t>(key & 0xFFFFFFFU)};
}

constexpr bool isOfElement(Read what) {
    return what <= Read::children || what == Read::state;
}

/// What was read for an answer.
struct Reads {
    std::vector<ReadKey> keys;                       ///< some perhaps twice
    std::vector<std::shared_ptr<const Reads>> parts; ///< for answers that were used
    /// Where the question can be asked of other documents: whether it has another answer in the
    /// one that `where` points to (whoever sets this says what that is) than it had in `before`.
    std::function<bool(const void* where, const DocumentIndex& before)> otherAnswer;

    /// Each key once, without those of elements that a document with this `nextId` has not: the
    /// computation made them itself, in a document that it only tried. Where there are many.
    void tidy(std::uint32_t nextId = UINT32_MAX);
};

/// Notes what this thread reads, from here to the end of the scope, and nobody else does.
class NoteReads {
public:
    explicit NoteReads(Reads& into) : reads_(&into), before_(now) { now = this; }
    ~NoteReads() { now = before_; }
    NoteReads(const NoteReads&) = delete;
    NoteReads& operator=(const NoteReads&) = delete;

    void add(ReadKey key);
    void add(const std::shared_ptr<const Reads>& part);

    /// The innermost of this thread; null: nothing is noted.
    static inline constinit thread_local NoteReads* now = nullptr;

private:
    Reads* reads_;
    NoteReads* before_;
    std::array<ReadKey, 64> last_{}; ///< the key 0 is of no element
};

/// Nothing is noted from here to the end of the scope.
class Unnoted {
public:
    Unnoted() : before_(NoteReads::now) { NoteReads::now = nullptr; }
    ~Unnoted() { NoteReads::now = before_; }
    Unnoted(const Unnoted&) = delete;
    Unnoted& operator=(const Unnoted&) = delete;

private:
    NoteReads* before_;
};

inline void note(Read what, std::uint32_t id) {
    if (NoteReads::now) [[unlikely]]
        NoteReads::now->add(readKey(what, id));
}
inline void note(const std::shared_ptr<const Reads>& part) {
    if (NoteReads::now)
        NoteReads::now->add(part);
}

} // namespace mw::ir
