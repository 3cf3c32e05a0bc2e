// Inputs and their sessions become programs.

#include "app/workbench/open_input.h"

#include "core/io/file.h"

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

OpenedInput known(const ProgramPtr& program) {
    OpenedInput opened;
    opened.program = program;
    opened.isNew = false;
    return opened;
}

/// Puts the program as its session has it into `into`; false: there is none that can be restored.
Expected<bool> restore(OpenedInput& into, const std::stop_token& stop) {
    if (!into.session)
        return false;
    auto restored = restoreSession(into.session->file, stop);
    if (restored) {
        into.program = std::move(restored->program);
        into.lost = std::move(restored->lost);
        return true;
    }
    if (restored.error().code == "cancelled")
        return Unexpected(std::move(restored).error());
    into.lost.push_back(std::move(restored).error());
    return false;
}

} // namespace

Expected<OpenedInput> openInput(const fs::path& file, const SessionStore& sessions,
                                const std::vector<ProgramPtr>& open, const std::stop_token& stop) {
    MW_TRY(auto content, io::readFile(file));
    for (const auto& program : open)
        if (*program->content == content && isSameFile(program->path, file))
            return known(program);
    OpenedInput opened;
    opened.olderSession = sessions.ofOlderContent(file, content);
    opened.session = sessions.find(file, content);
    MW_TRY(const bool restored, restore(opened, stop));
    if (!restored) {
        MW_TRY(opened.program, programOf(file.string(), std::move(content)));
    }
    return opened;
}

Expected<OpenedInput> openSession(const fs::path& session, const SessionStore& sessions,
                                  const std::vector<ProgramPtr>& open,
                                  const std::stop_token& stop) {
    for (const auto& program : open)
        if (sessions.fileOf(program->path, *program->content) == session)
            return known(program);
    OpenedInput opened;
    MW_TRY(auto info, readSessionInfo(session));
    MW_TRY(auto restored, restoreSession(session, stop));
    opened.session = SessionStore::Found{session, std::move(info)};
    opened.program = std::move(restored.program);
    opened.lost = std::move(restored.lost);
    return opened;
}

} // namespace mw::workbench
