#pragma once

#include "core/support/diagnostic.h"
#include "core/support/params.h"
#include "transforms/framework/transformation.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace mw::cli {

/// The parameters of a transformation as options of `command`, with types, limits, defaults and
/// help; what is given goes into `params`, which must live as long as `command`.
void addParams(CLI::App& command, const transforms::Transformation& t, Params& params);
/// One subcommand per transformation; `chosen` is called with the one that was given. The name of
/// one that there is not is left in `unknown`.
void addTransformations(CLI::App& command, Params& params, std::string& unknown,
                        const std::function<void(const transforms::Transformation&)>& chosen);
/// Names those that there are.
Diagnostic noSuchTransformation(const std::string& name);

} // namespace mw::cli
