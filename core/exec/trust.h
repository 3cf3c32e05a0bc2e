#pragma once

#include "core/analysis/raw_code.h"
#include "core/support/expected.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mw::exec {

/// What raw C++ the user agreed to compile, by file: the SHA-256 of each piece of code. Changed or
/// added code in the same file, and the same code in another file, need consent again; rewriting
/// the graph around it does not. Kept in $XDG_CONFIG_HOME/mapwright/trusted.json (or ~/.config).
class TrustStore {
public:
    TrustStore(); ///< the user's
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) {}

    /// No code at all is always covered. An unreadable store trusts nothing.
    bool covers(const std::vector<analysis::RawCode>& code,
                const std::filesystem::path& graph) const;
    /// Remembers all of it; the error says why it cannot be remembered.
    Expected<void> add(const std::vector<analysis::RawCode>& code,
                       const std::filesystem::path& graph) const;

private:
    using Entries = std::map<std::string, std::set<std::string>>; ///< file -> hashes
    Entries read() const;

    std::filesystem::path file_;
};

} // namespace mw::exec
