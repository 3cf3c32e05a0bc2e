#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// Reductions, copies and fills. An error for nodes of other classes.
Expected<void> lowerLibraryNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                                const ir::Node& node);

/// A property of the node that is a number, written as text or as a number; `fallback` where there
/// is none.
std::string numberProperty(const ir::LibraryNode& node, const std::string& name,
                           const std::string& fallback = {});
/// A property that is text; empty where it is not.
std::string textProperty(const ir::LibraryNode& node, const std::string& name);

/// The extent of every dimension, in outer names.
std::vector<symbolic::Expr> sizesOf(const Environment& env, const symbolic::Subset& subset);

/// The text of a number as a value of `type`: an exact literal.
Expected<ValuePtr> numberValue(const std::string& text, ir::ScalarType type, ElementId element);

} // namespace mw::codegen
