#include "core/support/worker.h"
#include "tests/support/catch.h"

#include <stdexcept>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace worker_test {

using namespace mw;

TEST_CASE("worker: tasks are begun in their order, each is done once") {
    std::vector<int> order;
    std::vector<std::thread::id> threads;
    Worker worker;
    for (int i = 0; i < 20; ++i)
        worker.give([&, i] {
            order.push_back(i);
            threads.push_back(std::this_thread::get_id());
        });
    std::promise<void> end;
    worker.give([&] { end.set_value(); });
    end.get_future().wait();
    REQUIRE(order.size() == 20);
    for (int i = 0; i < 20; ++i) {
        CHECK(order[static_cast<std::size_t>(i)] == i);
        CHECK(threads[static_cast<std::size_t>(i)] == threads.front());
    }
    CHECK(threads.front() != std::this_thread::get_id());
}

TEST_CASE("worker: who needs a result that is not begun makes it") {
    Worker worker;
    std::promise<void> open;
    auto first = worker.offer([gate = open.get_future().share()] {
        gate.wait();
        return std::this_thread::get_id();
    });
    int times = 0;
    auto second = worker.offer([&] {
        ++times;
        return std::this_thread::get_id();
    });
    CHECK(second.get() == std::this_thread::get_id()); // the thread is still at the first
    open.set_value();
    CHECK(first.valid());
    first.get();
    CHECK_FALSE(first.valid());
    std::promise<void> end;
    worker.give([&] { end.set_value(); });
    end.get_future().wait();
    CHECK(times == 1);
}

TEST_CASE("worker: what a task throws arrives, and the next task is done") {
    Worker worker;
    auto offered = worker.offer([]() -> int { throw std::runtime_error("no"); });
    CHECK_THROWS_AS(offered.get(), std::runtime_error);
    auto thrown = worker.give([]() -> int { throw std::runtime_error("no"); });
    auto next = worker.give([] { return 1; });
    CHECK_THROWS_AS(thrown.get(), std::runtime_error);
    CHECK(next.get() == 1);
}

TEST_CASE("worker: threads have the priority of who gave the first task") {
    const auto own = [] { return getpriority(PRIO_PROCESS, 0); };
    Worker usual, quiet;
    int asked = 0, found = 0;
    std::thread([&] {
        REQUIRE(setpriority(PRIO_PROCESS, 0, own() + 3) == 0); // on Linux of the thread alone
        asked = own();
        found = quiet.give(own).get();
    }).join();
    CHECK(found == asked);
    CHECK(usual.give(own).get() == own());
    CHECK(own() < asked);
}

} // namespace worker_test
