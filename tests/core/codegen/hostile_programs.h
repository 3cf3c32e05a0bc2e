#pragma once

#include <string>
#include <vector>

namespace mw::test {

struct HostileProgram {
    std::string name;
    std::string text; ///< text form
};

/// Small programs that together have every kind of element whose text could reach generated code.
const std::vector<HostileProgram>& hostilePrograms();

} // namespace mw::test
