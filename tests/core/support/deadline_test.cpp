// Stopping after some time, or before.
#include "core/support/deadline.h"
#include "tests/support/catch.h"

namespace deadline_test {

using namespace mw;
using namespace std::chrono_literals;

namespace {

void waitFor(const std::stop_token& token) {
    const auto start = std::chrono::steady_clock::now();
    while (!token.stop_requested() && std::chrono::steady_clock::now() - start < 60s)
        std::this_thread::sleep_for(1ms);
}

} // namespace

TEST_CASE("a deadline stops when its time is up") {
    const Deadline soon({}, 20ms);
    waitFor(soon.token());
    CHECK(soon.token().stop_requested());
    std::this_thread::sleep_for(20ms); // who asked it to stop says so after that
    CHECK(soon.isPast());
}

TEST_CASE("a deadline stops with what it is part of, and that is not its time") {
    std::stop_source whole;
    const Deadline late(whole.get_token(), 1h);
    CHECK_FALSE(late.token().stop_requested());
    whole.request_stop();
    CHECK(late.token().stop_requested());
    CHECK_FALSE(late.isPast());
    const Deadline none(whole.get_token(), 1h); // stopped before it began
    CHECK(none.token().stop_requested());
}

TEST_CASE("a deadline that nobody waits for ends at once") {
    const auto start = std::chrono::steady_clock::now();
    { const Deadline late({}, 1h); }
    CHECK(std::chrono::steady_clock::now() - start < 1min);
}

} // namespace deadline_test
