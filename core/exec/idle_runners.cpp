// Runners between two sessions.
#include "core/exec/idle_runners.h"

#include <utility>

namespace mw::exec {

IdleRunners::~IdleRunners() {
    for (const Entry& entry : entries_)
        entry.runner.process->endSoon(); // all at once, before any is waited for
}

std::optional<IdleRunner> IdleRunners::take(const std::vector<std::string>& command) {
    std::vector<Entry> gone; // ended once the others may be taken again
    const std::lock_guard lock(mutex_);
    for (std::size_t i = entries_.size(); i-- > 0;) {
        if (entries_[i].command != command)
            continue;
        Entry entry = std::move(entries_[i]);
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
        if (entry.runner.process->isRunning())
            return std::move(entry.runner);
        gone.push_back(std::move(entry));
    }
    return std::nullopt;
}

void IdleRunners::give(const std::vector<std::string>& command, IdleRunner runner) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({command, std::move(runner)});
}

} // namespace mw::exec
