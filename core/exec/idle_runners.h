#pragma once

#include "core/exec/place.h"
#include "core/exec/process.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mw::exec {

/// A runner that answered a greeting and holds no program.
struct IdleRunner {
    std::unique_ptr<Process> process;
    RunnerPlace place;
};

/// Runners that no session uses, by the command that started them: where starting one takes long,
/// as in a queue. From any thread. The end of this ends them all.
class IdleRunners {
public:
    IdleRunners() = default;
    ~IdleRunners();
    IdleRunners(const IdleRunners&) = delete;
    IdleRunners& operator=(const IdleRunners&) = delete;

    /// nullopt: there is none that still runs.
    std::optional<IdleRunner> take(const std::vector<std::string>& command);
    void give(const std::vector<std::string>& command, IdleRunner runner);

private:
    struct Entry {
        std::vector<std::string> command;
        IdleRunner runner;
    };
    std::mutex mutex_;
    std::vector<Entry> entries_;
};

} // namespace mw::exec
