// Summaries of samples, and the interval of a ratio.
#include "core/support/statistics.h"
#include "tests/support/catch.h"

namespace statistics_test {

using namespace mw;

TEST_CASE("a summary is the median, the extremes and the interquartile range over the median") {
    const std::vector<double> samples = {10, 12, 11, 50, 9};
    const Summary s = summarise(samples);
    CHECK(s.samples == 5);
    CHECK(s.median == 11);
    CHECK(s.minimum == 9);
    CHECK(s.maximum == 50);
    CHECK(s.spread == Approx(2.0 / 11));
}

TEST_CASE("an even number of samples has its median between the middle two") {
    CHECK(summarise(std::vector<double>{4, 1, 3, 2}).median == 2.5);
    CHECK(summarise({}).samples == 0);
    CHECK(summarise(std::vector<double>{7}).spread == 0);
}

TEST_CASE("a quantile lies between the samples around it, in whatever order they come") {
    const std::vector<double> samples = {40, 10, 30, 20, 50};
    CHECK(quantile(samples, 0) == 10);
    CHECK(quantile(samples, 0.5) == 30);
    CHECK(quantile(samples, 0.95) == Approx(48));
    CHECK(quantile(samples, 1) == 50);
    CHECK(quantile({}, 0.95) == 0);
}

TEST_CASE("the interval of a ratio is tight where pairs agree, and always the same") {
    const std::vector<double> b = {10, 11, 10, 12, 10, 11, 10, 10};
    std::vector<double> a;
    for (const double x : b)
        a.push_back(2 * x);
    const Interval exact = ratioInterval(a, b);
    CHECK(exact.low == Approx(2));
    CHECK(exact.high == Approx(2));

    const std::vector<double> noisy = {18, 25, 17, 30, 21, 22, 19, 20};
    const Interval interval = ratioInterval(noisy, b);
    CHECK(interval.low < interval.high);
    CHECK(interval.low > 1.5);
    CHECK(interval.high < 3);
    CHECK(ratioInterval(noisy, b).low == interval.low);
    CHECK(ratioInterval({}, b).high == 0);
}

} // namespace statistics_test
