// How text of the graph comes into generated source: names as identifiers, the rest as comments.
#include "core/codegen/codegen.h"
#include "core/codegen/ctext.h"
#include "core/codegen/print/source_names.h"
#include "core/ir/dump.h"
#include "core/support/printable.h"
#include "tests/core/codegen/source_tokens.h"
#include "tests/support/catch.h"

namespace source_text_test {

using namespace mw;
using codegen::Target;
using symbolic::Expr;

namespace {

Expected<codegen::Plan> lowered(const std::string& text) {
    const auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return codegen::lower(**document);
}

/// A graph with one kernel, in which `NAME` is a container and `RANGE` the end of the map.
std::string graph(const std::string& name, const std::string& range = "N") {
    std::string text = R"(sdfg p {
  symbols N:int32
  array "NAME" float64 [N]
  array out float64 [N]
  state main {
    n0 = access "NAME"
    n1 = map m [i = 0:RANGE] -> n3
    n2 = tasklet t `b = a + i`
    n3 = exit n1
    n4 = access out
    n0 -> n1.IN_x : "NAME"[0:N]
    n1.OUT_x -> n2.a : "NAME"[i]
    n2.b -> n3.IN_y : out[i]
    n3.OUT_y -> n4 : out[0:N]
  }
}
)";
    for (const auto& [from, to] : {std::pair{std::string("NAME"), name}, {"RANGE", range}})
        for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at))
            text.replace(at, from.size(), to);
    return text;
}

} // namespace

TEST_CASE("identifiers are made of anything, and are never reserved") {
    CHECK(codegen::identifier("a") == "a");
    CHECK(codegen::identifier("a-b; c") == "a_b__c");
    CHECK(codegen::identifier("1x") == "v1x");
    CHECK(codegen::identifier("") == "v");
    CHECK(codegen::identifier("\xC3\xA9") == "__");
    for (const char* reserved : {"int",           "co_await",
                                 "xor_eq",        "NAN",
                                 "INFINITY",      "EOF",
                                 "errno",         "NULL",
                                 "blockIdx",      "threadIdx",
                                 "warpSize",      "min",
                                 "max",           "printf",
                                 "unix",          "linux",
                                 "std",           "main",
                                 "sqrt",          "__LINE__",
                                 "__CUDA_ARCH__", "__builtin_trap",
                                 "__linux__",     "__ldg",
                                 "_Pragma",       "assert",
                                 "INT32_MAX",     "M_PI",
                                 "stdin"}) {
        INFO(reserved);
        CHECK(codegen::isReserved(reserved));
        CHECK_FALSE(codegen::isReserved(codegen::identifier(reserved)));
        CHECK(codegen::isIdentifier(codegen::identifier(reserved)));
    }
    // what front ends call things stays as it is
    for (const char* usual : {"__tlet_arg0", "__gtir_tmp_2", "__map_3", "____ct_el_19_K_range_1",
                              "gt_conn_E2C2V", "double_", "x", "Final", "E1", "final", "override"})
        CHECK(codegen::identifier(usual) == usual);
    const std::string longName(1 << 20U, 'x');
    CHECK(codegen::identifier(longName).size() <= 200);
    CHECK(codegen::identifier(longName) != codegen::identifier(longName + "y"));
}

TEST_CASE("text of a file is printable, on one line, and stays UTF-8") {
    CHECK(printable("a \xC3\xA9 \xE2\x88\x91 \xF0\x9F\x98\x80") ==
          "a \xC3\xA9 \xE2\x88\x91 \xF0\x9F\x98\x80");
    CHECK(printable("a\nb\tc\r") == "a\\nb\\tc\\r");
    CHECK(printable("\x1b[2J\x7f\xC2\x9b") == "\\u001b[2J\\u007f\\u009b");
    CHECK(printable(std::string("\0", 1)) == "\\u0000");
    CHECK(printable("\xE2\x80\xAE\xEF\xBB\xBF") == "\\u202e\\ufeff");
    CHECK(printable("\xF3\xA0\x81\x81") == "\\udb40\\udc41");
    // not UTF-8: stray, cut off, overlong, a surrogate, beyond the last
    for (const char* bytes : {"\xff", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80"})
        CHECK(printable(bytes).starts_with("\xEF\xBF\xBD"));
    CHECK(printableLines("a\n\tb\x1b") == "a\n\tb\\u001b");
    CHECK(printable("\xC3\xA9\xC3\xA9\xC3\xA9", 2) == "\xC3\xA9\xC3\xA9...");
}

TEST_CASE("a comment ends where its line ends") {
    const auto harmless = [](const std::string& text) {
        const std::string line = codegen::comment(text);
        INFO(line);
        CHECK(line.find('\n') == std::string::npos);
        return test::tokens(line + "\nx").size() == 1;
    };
    CHECK(codegen::comment("map m: i = 0 .. N - 1") == "// map m: i = 0 .. N - 1");
    for (const char* text :
         {"a\nsystem();", "a\rsystem();", "a\\", "a\\  ", "a?\?/", "a ?\?/ ", "*/ system(); /*",
          "a\vb", "a\f#include <x>", "\x1b[2J", "\xff\xfe\\", "\xE2\x80\xA8system();",
          "\xE2\x80\xAE gnihton", "%s%n", "{}", "\\u000a"})
        CHECK(harmless(text));
    CHECK(harmless(std::string("a\0b\n", 4)));
    CHECK(codegen::comment(std::string(1 << 20U, 'x')).size() < 5000);
    CHECK(codegen::comment("\xE2\x80\xAEx") == "// \\u202ex");
    CHECK(codegen::comment("\xC3\xA9") == "// \xC3\xA9");
}

TEST_CASE("names of the graph are identifiers of the kernel, with a map back") {
    const auto plain = lowered(graph("f"));
    REQUIRE(plain);
    for (const char* name : {"a-b", "int", "NAN", "errno", "i", "f; system(0)", "blockIdx"}) {
        INFO(name);
        const auto plan = lowered(graph(name));
        REQUIRE(plan);
        for (const Target target : {Target::cpu, Target::cuda, Target::hip}) {
            const auto source = codegen::print(*plan, target);
            CHECK(test::difference(test::tokens(codegen::print(*plain, target).text),
                                   test::tokens(source.text),
                                   test::tokens(codegen::print({}, target).text)) == "");
        }
        CHECK(plan->kernels[0].buffers[0].array == name);
    }
    const auto odd = lowered(graph("x", "N + 1"));
    REQUIRE(odd);
    CHECK(codegen::SourceNames(odd->kernels[0]).renamed().empty());
}

TEST_CASE("a symbol keeps its name in the plan and gets another one in the text") {
    codegen::Kernel kernel;
    kernel.name = "k";
    kernel.scalars = {{"int", ir::ScalarType::int32, Expr::symbol("int")},
                      {"int_", ir::ScalarType::int32, Expr::symbol("int_")}};
    kernel.dims = {{"i", 0, Expr::symbol("int") + Expr::symbol("int_"), 1}};
    codegen::Plan plan;
    plan.kernels = {kernel};
    const auto source = codegen::print(plan, Target::cpu);
    CHECK(source.kernels[0].names == std::map<std::string, std::string>{{"int__1", "int"}});
    CHECK(source.text.find("const int int__1 = ") != std::string::npos);
    CHECK(source.text.find("i <= (int_ + int__1)") != std::string::npos);
    CHECK(plan.kernels[0].dims[0].end == Expr::symbol("int") + Expr::symbol("int_"));
}

TEST_CASE("kernels compute only what the symbolic layer knows") {
    for (const char* range : {"system(l64a(249920))", "N + os.system(N)", "getpid()"}) {
        const auto plan = lowered(graph("x", range));
        REQUIRE_FALSE(plan);
        INFO(plan.error().sentence);
        CHECK(plan.error().sentence.find("which kernels cannot") != std::string::npos);
    }
    const auto known = lowered(graph("x", "int64(sqrt(N)) + bitwise_and(N, 3)"));
    REQUIRE(known);
    const auto text = codegen::print(*known, Target::cpu).text;
    CHECK(text.find("static_cast<long long>(sqrt(N))") != std::string::npos);
    CHECK(text.find("(N & 3)") != std::string::npos);
}

TEST_CASE("connectors of C++ tasklets are refused where C++ cannot have them") {
    for (const char* name : {"a; system(0); double q", "int", "NAN", "errno", "a-b", "\xC3\xA9"}) {
        std::string text = graph("x");
        text.replace(text.find("`b = a + i`"), 11, "`` CPP");
        const std::string edge = "n2.a : ";
        text.replace(text.find(edge), edge.size(), "n2.\"" + std::string(name) + "\" : ");
        const auto plan = lowered(text);
        REQUIRE_FALSE(plan);
        INFO(plan.error().sentence);
        CHECK(plan.error().sentence.find("is no name that C++ can have") != std::string::npos);
    }
}

TEST_CASE("kernels without outputs are not called like functions of libraries") {
    codegen::Plan plan;
    const auto named = lowered(R"(sdfg p {
  symbols N:int32
  array y float64 [N]
  state main {
    n0 = map "" [i = 0:N] -> n2
    n1 = tasklet t `b = 1.0`
    n2 = exit n0
    n3 = access y
    n0 -> n1
    n1.b -> n2.IN_y : y[i]
    n2.OUT_y -> n3 : y[0:N]
  }
}
)");
    REQUIRE(named);
    CHECK(named->kernels[0].name == "kernel__y");
}

} // namespace source_text_test
