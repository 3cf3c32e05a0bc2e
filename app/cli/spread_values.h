#pragma once

#include <string>
#include <vector>

namespace mw::cli {

/// The arguments of a command line with `--set A=1 B=2` written as `--set A=1 --set B=2`: all
/// NAME=VALUE that follow one belong to the option, unless there is a file of this name. The parser
/// by itself would take one value, or whatever follows, FILE included.
std::vector<std::string> withSpreadValues(std::vector<std::string> arguments);

} // namespace mw::cli
