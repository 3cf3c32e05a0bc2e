#pragma once

#include "core/support/expected.h"

#include <functional>
#include <string>

namespace mw::test {

/// What `work` gives in a child process of its own: its text or its error (code and sentence). A
/// child that dies is the error "crashed", one that takes longer "endless".
Expected<std::string> inOwnProcess(const std::function<Expected<std::string>()>& work,
                                   unsigned seconds);

} // namespace mw::test
