// Programs in the text form on their way to a plan, for the tests of code generation.
#include "tests/core/codegen/lowered.h"

#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace mw::test {

const char* const kMetric = R"(sdfg metric {
  array w float64 [1000]
  array x float64 [1000, 80] strides [1, 1000]
  array z float64 [1000, 80] strides [1, 1000]
  state main {
    n0 = access x
    n5 = access w
    n1 = map m [e = 0:1000, k = 0:80] -> n3
    n2 = tasklet t `c = (a * b)`
    n3 = exit n1
    n4 = access z
    n0 -> n1.IN_x : x[0:1000, 0:80]
    n5 -> n1.IN_w : w[0:1000]
    n1.OUT_x -> n2.a : x[e, k]
    n1.OUT_w -> n2.b : w[e]
    n2.c -> n3.IN_z : z[e, k]
    n3.OUT_z -> n4 : z[0:1000, 0:80]
  }
}
)";

const char* const kStream = R"(sdfg stream {
  array x float64 [1280, 80] strides [1, 1280]
  array z float64 [1280, 80] strides [1, 1280]
  state main {
    n0 = access x
    n1 = map m [e = 0:1280, k = 0:80] -> n3
    n2 = tasklet t `c = (2.0 * a)`
    n3 = exit n1
    n4 = access z
    n0 -> n1.IN_x : x[0:1280, 0:80]
    n1.OUT_x -> n2.a : x[e, k]
    n2.c -> n3.IN_z : z[e, k]
    n3.OUT_z -> n4 : z[0:1280, 0:80]
  }
}
)";

codegen::Plan lowered(const std::string& program, const codegen::LowerOptions& options) {
    const auto document = ir::parseDump(program);
    if (!document)
        FAIL(toString(document.error()));
    auto plan = codegen::lower(**document, options);
    if (!plan)
        FAIL(toString(plan.error()));
    return std::move(*plan);
}

codegen::Kernel kernelOf(const std::string& program) {
    codegen::Plan plan = lowered(program);
    REQUIRE(plan.kernels.size() == 1);
    return std::move(plan.kernels.front());
}

codegen::ValuePtr valueOf(codegen::Value::Kind kind, ir::ScalarType type) {
    return std::make_shared<codegen::Value>(codegen::Value{std::move(kind), type});
}

symbolic::Expr parsed(const std::string& text) {
    return *symbolic::parse(text, symbolic::Dialect::plain);
}

} // namespace mw::test
