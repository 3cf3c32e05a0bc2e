// What can go wrong on a device, on a real one: skipped, which is said, where none answers.
#include "core/exec/session.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstring>

namespace real_device_test {

using namespace mw;
using namespace mw::exec;
using namespace mw::inputs;

namespace {

constexpr const char* kGood = R"(sdfg good {
  array y float64 [1000]
  state s {
    m = map m [i = 0:1000] -> e
    t = tasklet t `o = (2.0 * i)`
    e = exit m
    b = access y
    m -> t
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:1000]
  }
}
)";

/// 320 GB of temporary: more than any device has.
constexpr const char* kLarge = R"(sdfg large {
  array y float64 [4]
  array big float64 [40000, 1000000] transient
  state s {
    w = map fill [i = 0:40000, j = 0:1000000] -> x
    u = tasklet u `o = 1.0`
    x = exit w
    c = access big
    w -> u
    u.o -> x.IN_b : big[i, j]
    x.OUT_b -> c : big[0:40000, 0:1000000]
    r = map take [i = 0:4] -> f
    v = tasklet v `o = p`
    f = exit r
    d = access y
    c -> r.IN_b : big[0:40000, 0:1000000]
    r.OUT_b -> v.p : big[i, 7]
    v.o -> f.IN_y : y[i]
    f.OUT_y -> d : y[0:4]
  }
}
)";

/// A tasklet computes the indices of a gather, far outside.
constexpr const char* kIllegal = R"(sdfg illegal {
  array y float64 [1000]
  array x float64 [1000]
  array idx int64 [1000] transient
  state s {
    w = map table [i = 0:1000] -> x1
    u = tasklet u `o = ((i + 1) * dace.int64(1000000000000))`
    x1 = exit w
    c = access idx
    w -> u
    u.o -> x1.IN_c : idx[i]
    x1.OUT_c -> c : idx[0:1000]
    a = access x
    m = map gather [i = 0:1000] -> e
    t = tasklet t `o = p[q]`
    e = exit m
    b = access y
    a -> m.IN_x : x[0:1000]
    c -> m.IN_c : idx[0:1000]
    m.OUT_x -> t.p : x[0:1000]
    m.OUT_c -> t.q : idx[i]
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:1000]
  }
}
)";

/// y halves for ever: it never falls below -5.
constexpr const char* kHang = R"(sdfg hang {
  array y float64 [4]
  state s {
    d = access y
    m = map m [w = 0:1] -> e
    n = nested n = sdfg forever {
      symbols k:int32
      array y float64 [4]
      loop l `k = 0` `(y[0] > -5.0)` `k = (k + 1)` variable k {
        state add {
          a = access y; b = access y
          t = tasklet t `o = (p * 0.5)`
          a -> t.p : y[0]; t.o -> b : y[0]
        }
      }
    }
    e = exit m
    b = access y
    d -> m.IN_y : y[0:4]
    m.OUT_y -> n.y : y[0:4]
    n.y -> e.IN_y : y[0:4]
    e.OUT_y -> b : y[0:4]
  }
}
)";

bool hasDevice(Session& session) {
    const auto devices = session.devices();
    REQUIRE(devices);
    for (const DeviceInfo& device : *devices)
        if (device.target == codegen::Target::cuda) {
            if (!device.canRun)
                test::skip(device.missing);
            return device.canRun;
        }
    return false;
}

/// Loads, sets zeros and runs once; what y is.
Expected<HostArrays> run(Session& session, const char* text) {
    const auto document = ir::parseDump(text);
    REQUIRE(document);
    MW_TRY(const codegen::Plan plan, codegen::lower(**document));
    MW_TRY(const ProgramHandle program, session.load(plan, codegen::Target::cuda));
    HostArrays arrays;
    for (const codegen::PlanArray& array : plan.arrays)
        if (array.argument) {
            const std::int64_t elements = *array.elements.asInteger();
            arrays[array.name] = {array.type,
                                  {elements},
                                  std::vector<std::byte>(static_cast<std::size_t>(elements) * 8)};
        }
    MW_CHECK(session.setInputs(program, {}, arrays));
    return session.run(program, {"y"});
}

void checkWorks(Session& session) {
    const auto outputs = run(session, kGood);
    if (!outputs)
        FAIL(toString(outputs.error()));
    double last = 0;
    std::memcpy(&last, outputs->at("y").bytes.data() + std::size_t{999} * 8, sizeof last);
    CHECK(last == 1998.0);
}

void checkFails(Session& session, const char* text, const std::string& code) {
    const auto outputs = run(session, text);
    REQUIRE_FALSE(outputs);
    INFO(outputs.error().sentence);
    CHECK(outputs.error().code == code);
    CHECK(outputs.error().sentence.find('\n') == std::string::npos);
}

} // namespace

TEST_CASE("a real device: no room for a temporary") {
    Session session;
    if (!hasDevice(session))
        return;
    checkWorks(session);
    checkFails(session, kLarge, "out-of-memory");
    checkWorks(session);
}

TEST_CASE("a real device: an illegal address ends the runner, and the next run works") {
    Session session;
    if (!hasDevice(session))
        return;
    checkWorks(session);
    checkFails(session, kIllegal, "device-lost");
    checkWorks(session);
}

TEST_CASE("a real device: a kernel that never ends is stopped by the time limit") {
    RunnerOptions options;
    options.timeoutSeconds = 20;
    Session session(options);
    if (!hasDevice(session))
        return;
    checkWorks(session);
    checkFails(session, kHang, "timeout");
    checkWorks(session);
}

} // namespace real_device_test
