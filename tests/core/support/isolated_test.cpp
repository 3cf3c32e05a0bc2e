// Work in a process of its own: answers come back, crashes and endless loops stay there.
#include "core/support/isolated.h"
#include "tests/support/catch.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace isolated_test {

using namespace mw;
using namespace std::chrono_literals;

TEST_CASE("isolated work gives its answer, however long") {
    const std::string much(3 << 20, 'x');
    const auto answer = isolated("work", 60s, [&] { return Expected<std::string>(much + '\0'); });
    REQUIRE(answer);
    CHECK((*answer == much + '\0'));
    CHECK(isolated("work", 60s, [] { return Expected<std::string>(""); }).value() == "");
}

TEST_CASE("isolated work gives its error") {
    const auto answer = isolated("work", 60s, []() -> Expected<std::string> {
        return fail("code", "one line\nand another");
    });
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == "code");
    CHECK(answer.error().sentence == "one line\nand another");
}

TEST_CASE("what isolated work changes is not seen") {
    int changed = 0;
    CHECK(isolated("work", 60s, [&] {
        changed = 1;
        return Expected<std::string>("");
    }));
    CHECK(changed == 0);
}

TEST_CASE("a crash of isolated work is an error") {
    const auto crashed = [](const std::function<void()>& how) {
        const auto answer = isolated("reading 'x'", 60s, [&]() -> Expected<std::string> {
            how();
            return "";
        });
        REQUIRE_FALSE(answer);
        CHECK(answer.error().code == "crashed");
        return answer.error().sentence;
    };
    CHECK(crashed([] { std::raise(SIGSEGV); }) ==
          "reading 'x' ended in a crash (Segmentation fault)");
    CHECK(crashed([] { std::abort(); }) == "reading 'x' ended in a crash (Aborted)");
    CHECK(crashed([] { throw 1; }) == "reading 'x' ended in a crash (Aborted)");
    CHECK(crashed([] { _exit(0); }) == "reading 'x' ended in a crash");
}

TEST_CASE("isolated work that does not end is ended") {
    const auto answer = isolated("reading 'x'", 1s, []() -> Expected<std::string> {
        while (true)
            pause();
    });
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == "timed-out");
    CHECK(answer.error().sentence == "reading 'x' took longer than 1 s");
}

} // namespace isolated_test
