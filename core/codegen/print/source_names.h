#pragma once

#include "core/codegen/plan.h"

#include <map>
#include <optional>
#include <string>

namespace mw::codegen {

/// The identifiers of a kernel's names in its text. Plans keep the names of the graph (symbols are
/// found by them); in the text each is an identifier of its own that no target reserves. A name
/// that is one already stays as it is.
class SourceNames {
public:
    explicit SourceNames(const Kernel& kernel);

    /// Only those that differ: name in the plan -> identifier in the text.
    const std::map<std::string, std::string, std::less<>>& renamed() const { return renamed_; }
    /// The kernel with the text's names, for printing alone: the host knows it by the others.
    Kernel applied(const Kernel& kernel) const;

private:
    std::map<std::string, std::string, std::less<>> renamed_;
};

/// The first part of any of the kernel's expressions that has no text (ctext.h); an empty one when
/// all can be printed.
std::optional<symbolic::Expr> notComputable(const Kernel& kernel);

} // namespace mw::codegen
