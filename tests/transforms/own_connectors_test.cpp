// Connectors that DaCe's validation takes for containers, symbols or constants.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "transforms/toolkit/own_connectors.h"

namespace own_connectors_test {

using namespace mw;

namespace {

ir::DocumentPtr parsed(const std::string& text) {
    const auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

/// A tasklet whose connectors have these names, beside arrays a and b and the symbol N.
std::string program(const std::string& in, const std::string& out, const std::string& code) {
    return R"(sdfg p {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `)" +
           code + R"(`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.)" +
           in + R"( : a[i]
    n2.)" + out +
           R"( -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
}
)";
}

} // namespace

TEST_CASE("a connector that is called as a container or a symbol gets a name of its own") {
    const auto renamed = transforms::withOwnConnectors(parsed(program("b", "N", "N = (b + b_0)")));
    // b_0 is taken: the code names it.
    CHECK(ir::dump(*renamed->root) ==
          ir::dump(*parsed(program("b_1", "N_0", "N_0 = (b_1 + b_0)"))->root));
}

TEST_CASE("a program whose connectors have names of their own is the same document") {
    const auto document = parsed(program("x", "y", "y = (x + a_constant.b)"));
    CHECK(transforms::withOwnConnectors(document) == document);
}

} // namespace own_connectors_test
