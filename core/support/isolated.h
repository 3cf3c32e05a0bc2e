#pragma once

#include "core/support/expected.h"

#include <chrono>
#include <functional>
#include <string>

namespace mw {

/// What `work` gives, done in a copy of this process (fork): for libraries that read what strangers
/// wrote. A crash in them, or work that does not end, ends the copy and is an error here
/// ("crashed", "timed-out"; `what` names the work: "reading 'grid.nc'"). Nothing that `work`
/// changes is seen here, and what it writes to standard error is dropped. It must not wait for
/// other threads: they are not in the copy.
Expected<std::string> isolated(const std::string& what, std::chrono::seconds limit,
                               const std::function<Expected<std::string>()>& work);

} // namespace mw
