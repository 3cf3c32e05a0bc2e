// Names of the graph as identifiers of the text, all of one kernel at once.
#include "core/codegen/print/source_names.h"

#include "core/codegen/ctext.h"
#include "core/codegen/rewrite.h"

#include <vector>

namespace mw::codegen {

using symbolic::Expr;

SourceNames::SourceNames(const Kernel& kernel) {
    Names names;
    std::vector<std::string> others;
    for (const std::string& name : namesOf(kernel))
        if (isIdentifier(name) && !isReserved(name))
            names.reserve(name);
        else
            others.push_back(name);
    for (const std::string& name : others)
        renamed_.emplace(name, names.fresh(identifier(name)));
}

std::optional<Expr> notComputable(const Kernel& kernel) {
    std::optional<Expr> found;
    visitNames(
        kernel, [](const std::string&) {},
        [&](const Expr& e) {
            if (const Expr* part = found ? nullptr : notComputable(e))
                found = *part;
        });
    return found;
}

Kernel SourceNames::applied(const Kernel& kernel) const {
    return Rewrite(renamed_).applied(kernel);
}

} // namespace mw::codegen
