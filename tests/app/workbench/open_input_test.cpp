// Opening an input brings back what was done with it.

#include "app/workbench/open_input.h"
#include "tests/app/workbench/folder.h"

namespace open_input_test {

using namespace mw;
using test::Folder;

namespace {

struct Opening {
    Folder folder;
    workbench::SessionStore sessions{folder / "sessions", folder / "legacy.json"};

    workbench::OpenedInput open(const std::vector<workbench::ProgramPtr>& here = {}) const {
        auto opened = workbench::openInput(folder.input(), sessions, here);
        REQUIRE(opened.has_value());
        return std::move(*opened);
    }
    /// A session of the input; returns its program.
    workbench::ProgramPtr leaveSession() const {
        auto program = test::worked(folder.input());
        REQUIRE(sessions.keep(*program));
        return program;
    }
};

} // namespace

TEST_CASE_METHOD(Opening, "an input without a session is opened as read") {
    const auto opened = open();
    CHECK(opened.isNew);
    CHECK_FALSE(opened.session);
    CHECK(opened.program->history->variants().size() == 1);
    CHECK(opened.program->path == folder.input().string());
    CHECK_FALSE(workbench::openInput(folder / "none.sdfg", sessions, {}).has_value());
}

TEST_CASE_METHOD(Opening, "an input with a session is opened with it") {
    leaveSession();
    const auto opened = open();
    CHECK(opened.session);
    CHECK(opened.lost.empty());
    CHECK(opened.program->history->variants().size() == 12);
    CHECK(opened.program->saved);
    const auto again = workbench::openSession(opened.session->file, sessions, {opened.program});
    REQUIRE(again.has_value());
    CHECK(again->program == opened.program);
}

TEST_CASE_METHOD(Opening, "what is open already is not opened again, unless it changed") {
    const auto first = open();
    const auto second = open({first.program});
    CHECK(second.program == first.program);
    CHECK_FALSE(second.isNew);
    REQUIRE(io::writeFileAtomically(folder.input(), *first.program->content + "\n"));
    const auto changed = open({first.program});
    CHECK(changed.program != first.program);
    CHECK(changed.isNew);
}

TEST_CASE_METHOD(Opening, "a session of another content is offered, not opened") {
    const auto before = leaveSession();
    REQUIRE(io::writeFileAtomically(folder.input(), *before->content + "\n"));
    const auto opened = open();
    CHECK_FALSE(opened.session);
    REQUIRE(opened.olderSession);
    CHECK(opened.program->history->variants().size() == 1);
    const auto older = workbench::openSession(opened.olderSession->file, sessions, {});
    REQUIRE(older.has_value());
    CHECK(*older->program->content == *before->content);
    CHECK(older->program->history->variants().size() == 12);
}

TEST_CASE_METHOD(Opening, "a session that cannot be read does not keep the input closed") {
    const auto program = leaveSession();
    const auto file = sessions.fileOf(program->path, *program->content);
    REQUIRE(io::writeFileAtomically(
        file, test::replaced(test::contents(file), "\"parent\": 1", "\"parent\": 77")));
    const auto opened = open();
    REQUIRE(opened.lost.size() == 1);
    CHECK(opened.lost.front().code == "damaged-file");
    CHECK(opened.program->history->variants().size() == 1);
}

} // namespace open_input_test
