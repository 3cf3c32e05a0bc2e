#pragma once

#include "core/ir/index.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <map>
#include <string>

namespace mw::history {

/// The meaning of an SDFG's names in the root: for symbols an expression over the root's symbols,
/// for containers the argument that they stand for. Names of temporaries have none.
struct Names {
    symbolic::Substitution symbols;
    std::map<std::string, std::uint64_t, std::less<>> containers; ///< hash of the argument's name
};
Names namesOfRoot(const ir::Sdfg& root);
/// `nested`: a node of the state that holds an SDFG; `around`: the names of the state's own SDFG.
Names namesInside(const ir::StateIndex& state, const ir::Node& nested, const Names& around);

/// Hashes of what the elements of one SDFG say by themselves: of a map its parameters and ranges,
/// of code its text, of an access its type and rank, of an edge what it moves. Labels, names that
/// generators choose, and strides do not count.
class ElementHasher {
public:
    /// Both must outlive it.
    ElementHasher(const ir::Sdfg& sdfg, const Names& names);

    std::uint64_t operator()(const ir::Node& node) const;
    std::uint64_t operator()(const ir::Edge& edge, const ir::Node& src, const ir::Node& dst) const;
    std::uint64_t operator()(const ir::InterstateEdge& edge) const;
    std::uint64_t operator()(const ir::Block& block) const; ///< without what is inside

private:
    std::uint64_t of(const symbolic::Expr& e) const;
    std::uint64_t of(const symbolic::Subset& subset) const;
    std::uint64_t of(const std::string& code) const;
    std::uint64_t of(const ir::AccessNode& access) const;
    std::uint64_t of(const ir::Map& map) const;
    std::uint64_t of(const ir::Tasklet& tasklet, const ir::Node& node) const;
    std::uint64_t nameOf(const std::string& container) const;

    const ir::Sdfg& sdfg_;
    const Names& names_;
    std::uint64_t symbols_; ///< hash of what the names of symbols mean
};

/// Hash of a container's name and of its whole descriptor.
std::uint64_t containerHash(const std::string& name, const ir::DataDescriptor& data);

} // namespace mw::history
