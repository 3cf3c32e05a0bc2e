#pragma once

#include "core/exec/message.h"
#include "core/exec/process.h"
#include "core/exec/session.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <mutex>
#include <set>

namespace mw::exec {

using Json = nlohmann::json;

/// The runner's process and what it holds; the members of Session are in session.cpp and
/// session_measure.cpp.
struct Session::Impl {
    RunnerOptions options;
    ProgressSink progress;

    std::mutex mutex; ///< guards `process` and `cancelled` against cancel()
    std::unique_ptr<Process> process;
    bool busy = false; ///< a request is under way: only then can one be cancelled
    bool cancelled = false;
    bool greeted = false; ///< the running process is mw-runner, and of this version
    RunnerPlace place;    ///< of the one that was greeted last

    std::stop_token stop; ///< asked when a request begins: cancel() sees only those under way
    std::optional<std::stop_callback<std::function<void()>>> onStop;

    struct Loaded {
        int generation = 0, program = 0;
        std::optional<codegen::ProgramState> state; ///< where the program has one
    };
    int generation = 0; ///< counts the runners that were started
    std::vector<Loaded> loaded;
    std::set<std::string> sentArrays; ///< contents that the runner keeps

    Expected<void> ensureRunner();
    void dropRunner();
    void leaveRunner();
    void cancel();
    Expected<Json> exchange(const Json& request, std::vector<SharedBytes> frames,
                            std::vector<SharedBytes>* received, double timeoutSeconds);
    Expected<Json> request(const Json& request, std::vector<SharedBytes> frames = {},
                           std::vector<SharedBytes>* received = nullptr);
    Expected<Json> request(const Json& request, std::vector<SharedBytes> frames,
                           std::vector<SharedBytes>* received, double timeoutSeconds);
    Expected<void> begin(ProgramHandle program, const symbolic::Bindings& symbols);
    Expected<void> end(ProgramHandle program);
    Expected<int> programOf(ProgramHandle handle) const;
    Expected<Json> compileRequest(const char* kind, const codegen::Plan& plan,
                                  codegen::Target target, const std::string& architecture,
                                  const Json& more = Json::object());
};

/// Runs code that reads JSON of the runner; a value of the wrong type is an error, not an
/// exception.
template <class T, class Read>
Expected<T> reading(const Read& read) {
    try {
        return read();
    } catch (const Json::exception&) {
        return fail("bad-message", "the runner's answer is not understood; is it of this version?");
    }
}

/// An array of the runner's answer, whose bytes are one of the frames.
Expected<inputs::HostArray> arrayOf(const Json& entry, const std::vector<SharedBytes>& frames);

} // namespace mw::exec
