#pragma once

#include "core/ir/index.h"
#include "core/symbolic/subset.h"

#include <QString>

#include <map>

namespace mw::viewers {

/// Writes expressions of a document for people: with the values of a run where they are given, else
/// as the document has them.
class ExprWriter {
public:
    /// `values`: of the program's symbols. Refers to both.
    ExprWriter(const ir::DocumentIndex& index, const symbolic::Bindings& values)
        : index_(index), values_(values) {}

    /// As far as the values go; `sdfg`: whose symbols it names.
    symbolic::Expr value(const ir::Sdfg& sdfg, const symbolic::Expr& e) const;
    symbolic::Range value(const ir::Sdfg& sdfg, const symbolic::Range& range) const;
    symbolic::Subset value(const ir::Sdfg& sdfg, const symbolic::Subset& subset) const;
    ir::Map value(const ir::Sdfg& sdfg, ir::Map map) const;

    // Numbers of five digits and more are in groups.
    QString text(const ir::Sdfg& sdfg, const symbolic::Expr& e) const;
    QString text(const ir::Sdfg& sdfg, const std::vector<symbolic::Expr>& list) const; ///< "a, b"
    QString text(const ir::Sdfg& sdfg, const symbolic::Subset& subset) const;          ///< "[0:N]"
    /// `M*N`, `at most M*N`, `dynamic`.
    QString volume(const ir::Sdfg& sdfg, const ir::Memlet& memlet) const;

private:
    struct Known {
        symbolic::Bindings values;
        symbolic::Substitution substitution;
    };
    const Known& knownIn(const ir::Sdfg& sdfg) const;

    const ir::DocumentIndex& index_;
    const symbolic::Bindings& values_;
    mutable std::map<SdfgId, Known> known_;
};

} // namespace mw::viewers
