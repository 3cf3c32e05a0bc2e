// Indices as what is known of them and what memory adds.
#include "core/codegen/index_parts.h"

#include "core/codegen/walk.h"
#include "core/ir/predicates.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;
using symbolic::Op;

namespace {

bool mentions(const Expr& e, const NameSet& names) {
    if (names.empty())
        return false;
    const auto used = symbolic::freeSymbols(e);
    return std::ranges::any_of(used, [&](const auto& name) { return names.contains(name); });
}

bool isNear(const DeclareScalar& declare, const NameSet& far) {
    const auto* index =
        declare.isConst && declare.init ? std::get_if<Index>(&declare.init->kind) : nullptr;
    return index && !mentions(index->expr, far);
}

/// Adds one term of the sum; false where its local cannot be taken apart.
bool add(const Expr& term, const NameSet& far, IndexParts& parts) {
    if (!mentions(term, far)) {
        parts.near = parts.near + term;
        return true;
    }
    if (term.isSymbol()) {
        parts.far.emplace_back(term, 1);
        return true;
    }
    if (term.op() != Op::mul)
        return false;
    std::optional<Expr> local;
    Expr factor = 1;
    for (const Expr& one : term.args()) {
        if (!mentions(one, far))
            factor = factor * one;
        else if (!local && one.isSymbol())
            local = one;
        else
            return false;
    }
    parts.far.emplace_back(*local, factor);
    return true;
}

} // namespace

NameSet farLocals(const Statements& body) {
    NameSet far;
    walk(
        body,
        [&](const Statement& s) {
            if (const auto* declare = std::get_if<DeclareScalar>(&s.kind)) {
                if (!isNear(*declare, far))
                    far.insert(declare->name);
            } else if (const auto* raw = std::get_if<Raw>(&s.kind)) {
                for (const Raw::Name& name : raw->names)
                    far.insert(name.outside);
            }
        },
        [](const Value&) {});
    return far;
}

std::optional<IndexParts> indexParts(const Expr& index, const NameSet& far) {
    if (!mentions(index, far))
        return std::nullopt;
    const Expr sum = symbolic::expand(index);
    IndexParts parts;
    if (sum.op() == Op::add) {
        for (const Expr& term : sum.args())
            if (!add(term, far, parts))
                return std::nullopt;
    } else if (!add(sum, far, parts)) {
        return std::nullopt;
    }
    return parts.far.empty() ? std::nullopt : std::optional(std::move(parts));
}

} // namespace mw::codegen
