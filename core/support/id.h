#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace mw {

/// Identity of one element of a document, unique over all kinds of elements of that document (root,
/// nested SDFGs, blocks, nodes, edges), allocated by the document's counter, kept across edits and
/// never reused. 0 means "no element".
struct ElementId {
    std::uint32_t value = 0;

    constexpr explicit operator bool() const { return value != 0; }
    constexpr auto operator<=>(const ElementId&) const = default;
};

/// An ElementId that also says which kind of element it names.
template <class Tag>
struct Id {
    std::uint32_t value = 0;

    constexpr explicit operator bool() const { return value != 0; }
    constexpr operator ElementId() const { return {value}; } // NOLINT(google-explicit-constructor)
    constexpr auto operator<=>(const Id&) const = default;
};

using SdfgId = Id<struct SdfgTag>;
using BlockId = Id<struct BlockTag>;
using NodeId = Id<struct NodeTag>;
using EdgeId = Id<struct EdgeTag>;

} // namespace mw

template <>
struct std::hash<mw::ElementId> {
    std::size_t operator()(mw::ElementId id) const noexcept { return id.value; }
};
template <class Tag>
struct std::hash<mw::Id<Tag>> {
    std::size_t operator()(mw::Id<Tag> id) const noexcept { return id.value; }
};
