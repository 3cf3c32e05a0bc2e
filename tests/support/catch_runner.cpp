// Catch2's own code, which takes half a minute to compile, for all programs with a main of their
// own.
#include "tests/support/catch_runner.h"

#define CATCH_CONFIG_RUNNER
#include "tests/support/catch.h"

namespace mw::test {

int runTests(int argc, char** argv) {
    return Catch::Session().run(argc, argv);
}

} // namespace mw::test
