#pragma once

#include "core/bench/bench.h"
#include "core/history/history.h"

#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace mw::app {

/// One open program: the input it came from, the tree of its variants, what was measured last.
struct Program {
    std::unique_ptr<history::History> history;
    QString path;        ///< of the input, which is never written
    std::string content; ///< the input's bytes as read, so that a session survives
                         ///< a change of the file
    std::set<history::VariantId> exported; ///< variants that some file holds
    std::optional<bench::BenchResult> bench;
    bool kept = true; ///< nothing happened since its session was written

    /// There is more than the graph as it was read: steps, names, pins.
    bool hasWork() const;
};
using ProgramPtr = std::shared_ptr<Program>;

/// What is written about an input in keys and files: the hash of its bytes.
std::string contentKey(const std::string& content);

} // namespace mw::app
