#include "core/support/worker.h"
#include "tests/support/catch.h"

#include <stdexcept>
#include <thread>
#include <vector>

using namespace mw;

TEST_CASE("worker: tasks are done in their order, in one other thread") {
    std::vector<int> order;
    std::vector<std::thread::id> threads;
    Worker worker;
    std::vector<std::future<int>> results;
    for (int i = 0; i < 20; ++i)
        results.push_back(worker.give([&, i] {
            order.push_back(i);
            threads.push_back(std::this_thread::get_id());
            return 2 * i;
        }));
    for (int i = 0; i < 20; ++i)
        CHECK(results[static_cast<std::size_t>(i)].get() == 2 * i);
    for (int i = 0; i < 20; ++i) {
        CHECK(order[static_cast<std::size_t>(i)] == i);
        CHECK(threads[static_cast<std::size_t>(i)] == threads.front());
    }
    CHECK(threads.front() != std::this_thread::get_id());
}

TEST_CASE("worker: what a task throws arrives, and the next task is done") {
    Worker worker;
    auto thrown = worker.give([]() -> int { throw std::runtime_error("no"); });
    auto next = worker.give([] { return 1; });
    CHECK_THROWS_AS(thrown.get(), std::runtime_error);
    CHECK(next.get() == 1);
}
