#pragma once

#include "core/support/expected.h"

#include <chrono>
#include <filesystem>

namespace mw::io {

/// Keeps other processes that lock the same file waiting, as long as it lives. The lock is held on
/// a file beside the locked one, which is removed at the end. One that a killed process left
/// behind locks nobody out: the kernel ends the lock with its process. On a file system that knows
/// no locks nobody waits.
class FileLock {
public:
    /// Waits for whoever has it. `path` need not exist; links are followed. The error's sentence
    /// names the file: "locked-file" after `patience`, "unwritable-file" where nothing can be
    /// written beside it.
    static Expected<FileLock> of(const std::filesystem::path& path,
                                 std::chrono::milliseconds patience = std::chrono::seconds(60));
    FileLock(FileLock&& from) noexcept;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    FileLock(int fd, std::filesystem::path file) : fd_(fd), file_(std::move(file)) {}

    int fd_;
    std::filesystem::path file_;
};

} // namespace mw::io
