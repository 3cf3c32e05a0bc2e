#pragma once

#include "core/codegen/codegen.h"

#include <string>

namespace mw::test {

/// The first kernel of a program before and after one pass, as dumped.
struct AroundPass {
    std::string before, after;
};
AroundPass aroundPass(const std::string& pass, const std::string& program,
                      const symbolic::Bindings& constants = {});

/// Lines that only one of the two has at its place, without indentation: "- " those before, "+ "
/// those after.
std::string changedLines(const AroundPass& around);

/// The first kernel after all passes.
std::string lastKernel(const std::string& program, const codegen::LowerOptions& options = {});

} // namespace mw::test
