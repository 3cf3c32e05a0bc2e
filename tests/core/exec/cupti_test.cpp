// The records of CUPTI, as they are read and as the toolkit declares them.
#include "core/exec/cuda/cupti.h"
#include "tests/support/catch.h"

#ifdef MW_CUPTI_HEADER
#include <cstddef>
#include <cuda.h>
#include <cupti_activity.h>
#include <cupti_version.h>
#endif

using namespace mw;
using namespace mw::exec;

TEST_CASE("records of kernels, copies and fills are read; others and unfinished ones are not") {
    cupti::Kernel kernel{};
    kernel.kind = cupti::kConcurrentKernel;
    kernel.start = 5000;
    kernel.end = 7500;
    kernel.name = "k";
    const auto activity = cupti::readRecord(&kernel);
    REQUIRE(activity);
    CHECK(activity->kind == DeviceActivity::Kind::kernel);
    CHECK(activity->name == "k");
    CHECK(activity->start == 5.0);
    CHECK(activity->end == 7.5);

    kernel.end = 0;
    CHECK_FALSE(cupti::readRecord(&kernel));

    cupti::Memcpy copy{};
    copy.kind = cupti::kMemcpy;
    copy.start = 1;
    copy.end = 2;
    REQUIRE(cupti::readRecord(&copy));
    CHECK(cupti::readRecord(&copy)->kind == DeviceActivity::Kind::copy);

    cupti::Memset fill{};
    fill.kind = cupti::kMemset;
    fill.start = fill.end = 3;
    REQUIRE(cupti::readRecord(&fill));
    CHECK(cupti::readRecord(&fill)->kind == DeviceActivity::Kind::fill);

    const cupti::Activity other{2000};
    CHECK_FALSE(cupti::readRecord(&other));
}

#ifdef MW_CUPTI_HEADER
namespace {

/// Fields that are read here, at the same places in the toolkit's record.
template <class Theirs>
void checkKernel() {
    using Ours = cupti::Kernel;
    CHECK(offsetof(Theirs, kind) == offsetof(Ours, kind));
    CHECK(offsetof(Theirs, start) == offsetof(Ours, start));
    CHECK(offsetof(Theirs, end) == offsetof(Ours, end));
    CHECK(offsetof(Theirs, correlationId) == offsetof(Ours, correlation));
    CHECK(offsetof(Theirs, name) == offsetof(Ours, name));
}
template <class Theirs>
void checkCopy() {
    CHECK(offsetof(Theirs, start) == offsetof(cupti::Memcpy, start));
    CHECK(offsetof(Theirs, end) == offsetof(cupti::Memcpy, end));
}
template <class Theirs>
void checkFill() {
    CHECK(offsetof(Theirs, start) == offsetof(cupti::Memset, start));
    CHECK(offsetof(Theirs, end) == offsetof(cupti::Memset, end));
}

} // namespace

TEST_CASE("the declarations of CUPTI's records are those of the toolkit's headers") {
    CHECK(cupti::kConcurrentKernel == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    CHECK(cupti::kMemcpy == CUPTI_ACTIVITY_KIND_MEMCPY);
    CHECK(cupti::kMemset == CUPTI_ACTIVITY_KIND_MEMSET);
    checkKernel<CUpti_ActivityKernel5>();
    checkKernel<CUpti_ActivityKernel6>();
    checkKernel<CUpti_ActivityKernel7>();
    checkKernel<CUpti_ActivityKernel8>();
    checkKernel<CUpti_ActivityKernel9>();
#if CUPTI_API_VERSION >= 130000
    checkKernel<CUpti_ActivityKernel10>();
#endif
    checkCopy<CUpti_ActivityMemcpy4>();
    checkCopy<CUpti_ActivityMemcpy5>();
    checkCopy<CUpti_ActivityMemcpy6>();
    checkFill<CUpti_ActivityMemset3>();
    checkFill<CUpti_ActivityMemset4>();
}
#endif
