#pragma once

#include "core/ir/types.h"

#include <set>
#include <string>
#include <string_view>

namespace mw::workbench {

/// `real(c_double)`; empty: Fortran has none. Of unsigned integers the signed one, whose bytes are
/// the same.
std::string fortranType(ir::ScalarType type);

/// Names as Fortran takes them, each once whatever its case: they begin with a letter and have at
/// most 63 characters.
class FortranNames {
public:
    /// `taken`: in small letters.
    explicit FortranNames(std::set<std::string> taken) : taken_(std::move(taken)) {}

    std::string add(const std::string& name);

private:
    std::set<std::string> taken_;
};

std::string lowerCase(std::string text);
/// As a constant of characters.
std::string fortranQuoted(const std::string& text);
/// The functions that each module has of its own: apart, digits_of, text_of.
std::string_view fortranHelpers();

} // namespace mw::workbench
