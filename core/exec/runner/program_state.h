#pragma once

#include "core/exec/runner/backend.h"

#include <optional>

namespace mw::exec {

/// The state that the graph's own C++ keeps between calls (core/exec/README.md): its init and exit
/// code run in this process, which a crash in them ends.
class ProgramState {
public:
    /// `module` must outlive it.
    ProgramState(const codegen::Plan& plan, const Module& module) : plan_(plan), module_(module) {}
    ~ProgramState();
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;

    /// Runs the init code, once for the same values of the symbols that it names; with others the
    /// state ends first.
    Expected<void> begin(const symbolic::Bindings& symbols);
    /// Runs the exit code of a state that has begun.
    Expected<void> end();
    void* address() const { return address_; }

private:
    const codegen::Plan& plan_;
    const Module& module_;
    std::optional<std::vector<PreparedLaunch::Slot>> begunWith_;
    void* address_ = nullptr;
};

} // namespace mw::exec
