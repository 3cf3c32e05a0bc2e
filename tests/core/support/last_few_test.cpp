#include "core/support/last_few.h"
#include "tests/support/catch.h"

#include <future>

namespace last_few_test {

using namespace mw;

namespace {

struct Squares {
    LastFew<int, int> last;
    int made = 0;

    std::shared_ptr<const int> of(const std::shared_ptr<const int>& number) {
        return last.of(number, [&] {
            ++made;
            return std::make_shared<const int>(*number * *number);
        });
    }
};

std::vector<std::shared_ptr<const int>> numbers(int count) {
    std::vector<std::shared_ptr<const int>> all;
    for (int i = 0; i < count; ++i)
        all.push_back(std::make_shared<const int>(i));
    return all;
}

} // namespace

TEST_CASE("last few: made once for the same, and for another of the same value again") {
    Squares squares;
    const auto three = std::make_shared<const int>(3);
    CHECK(*squares.of(three) == 9);
    CHECK(squares.of(three) == squares.of(three));
    CHECK(squares.made == 1);
    CHECK(*squares.of(std::make_shared<const int>(3)) == 9);
    CHECK(squares.made == 2);
}

TEST_CASE("last few: eight are kept though nobody has them, the one asked about longest ago goes") {
    Squares squares;
    const auto all = numbers(9);
    for (int i = 0; i < 8; ++i)
        squares.of(all[static_cast<std::size_t>(i)]);
    squares.of(all[0]);
    squares.of(all[8]); // in place of all[1]
    CHECK(squares.made == 9);
    squares.of(all[0]);
    CHECK(squares.made == 9);
    squares.of(all[1]);
    CHECK(squares.made == 10);
}

TEST_CASE("last few: what somebody has is not made again, whatever was asked about since") {
    Squares squares;
    const auto all = numbers(100);
    const auto first = squares.of(all[0]);
    for (const auto& each : all)
        squares.of(each);
    CHECK(squares.made == 100);
    CHECK(squares.of(all[0]) == first);
    CHECK(squares.made == 100);
}

TEST_CASE("last few: who asks while it is being made waits for it, others do not") {
    LastFew<int, int> last;
    const auto slow = std::make_shared<const int>(1);
    std::promise<void> begun, go;
    const auto make = [&] {
        begun.set_value();
        go.get_future().wait();
        return std::make_shared<const int>(10);
    };
    auto first = std::async(std::launch::async, [&] { return last.of(slow, make); });
    begun.get_future().wait();
    auto second = std::async(std::launch::async, [&] {
        return last.of(slow, [] { return std::make_shared<const int>(11); });
    });
    const auto other =
        last.of(std::make_shared<const int>(2), [] { return std::make_shared<const int>(20); });
    CHECK(*other == 20);
    go.set_value();
    CHECK(first.get() == second.get());
}

} // namespace last_few_test
