#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"

#include <cstdint>
#include <set>
#include <string>

namespace mw::analysis {

// Hashes of one element's own content, without names that are generated and without neighbours.
// `meaning` says what names stand for outside of the SDFG: inner symbols the expression that they
// are mapped to, temporaries a name made of what they are. Names that it lacks stand for
// themselves. Every member of every element is named in the sources: a new one does not compile
// before it is decided whether it can change a result.

using Meaning = symbolic::Substitution;

std::uint64_t exprHash(const symbolic::Expr& e, const Meaning& meaning);
/// Text with each identifier replaced by what it means; `own`: names of the code itself.
std::uint64_t codeHash(const std::string& text, const Meaning& meaning,
                       const std::set<std::string_view>& own = {});
std::uint64_t codeHash(const ir::CodeBlock& code, const Meaning& meaning);
std::uint64_t localHash(const ir::Node& node, const ir::Sdfg& sdfg, const Meaning& meaning);
/// `index`: of the state of the edge; it decides which side the subset describes.
std::uint64_t memletHash(const ir::StateIndex& index, const ir::Edge& edge, const Meaning& meaning);
std::uint64_t descriptorHash(const ir::DataDescriptor& data, const Meaning& meaning);
std::uint64_t typeHash(const ir::DType& type);
std::uint64_t valueHash(const symbolic::Value& value);
/// Whether a property of a library node changes what it computes, beyond names and positions.
bool propertyCounts(const std::string& key);
/// Whether a connector's name matters: of code, of an access node, of a dynamic map range it does.
/// IN_x and OUT_x only pair up, and those of nested SDFGs bind containers.
bool nameCounts(const ir::Node& node, const std::string& connector);
/// A node's content in words, for sentences about differences.
std::string localText(const ir::Node& node, const ir::Sdfg& sdfg);

} // namespace mw::analysis
