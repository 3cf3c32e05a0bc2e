#pragma once

#include "core/codegen/kernel_ir.h"

#include <functional>

namespace mw::codegen {

/// Calls `visit` for the value and everything below it.
void walkValue(const Value& value, const std::function<void(const Value&)>& visit);
/// Calls `onStatement` for every statement, outer ones first, and `onValue` for every value in it.
void walk(const Statements& statements, const std::function<void(const Statement&)>& onStatement,
          const std::function<void(const Value&)>& onValue);
/// Replaces every value of the statement itself (not of statements inside it), innermost first, by
/// what `change` makes of it.
void mapValues(Statement& statement, const std::function<ValuePtr(const ValuePtr&)>& change);
ValuePtr mapValue(const ValuePtr& value, const std::function<ValuePtr(const ValuePtr&)>& change);
/// No loops, jumps, private arrays or C++ of the graph, at any depth: arithmetic and branches.
bool isStraight(const Statements& statements);
bool hasLoads(const Statements& statements);
/// Whether two values are the same tree.
bool equal(const Value& a, const Value& b);
/// Mutable, statements only.
void walkStatements(Statements& statements, const std::function<void(Statement&)>& visit);

} // namespace mw::codegen
