#pragma once

namespace mw::test {

/// Runs the test cases of the program that the arguments of main() ask for, for programs that have
/// a main() of their own. Returns what main() returns.
int runTests(int argc, char** argv);

} // namespace mw::test
