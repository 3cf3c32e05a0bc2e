#pragma once

#include "core/codegen/target.h"

#include <string>

namespace mw::codegen {

/// A kernel's function as somebody wrote it: it is compiled in the place of the text that is
/// generated. The launch is chosen as before.
struct HandText {
    Target target = Target::cuda; ///< for others the kernel stays as it is generated
    std::string generatedHash;    ///< SHA-256 of the text that it stands for, as hexadecimal digits
    std::string text;             ///< of the function, with what should stand before it

    bool operator==(const HandText&) const = default;
};

} // namespace mw::codegen
