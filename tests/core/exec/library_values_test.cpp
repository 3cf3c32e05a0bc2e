// Expressions of a library's host program have the values that the plan's evaluation gives them.
#include "core/codegen/library/host_text.h"
#include "core/codegen/library/images.h"
#include "core/codegen/library/library.h"
#include "core/codegen/library/runtime_text.h"
#include "core/conventions/conventions.h"
#include "core/exec/host/host_compiler.h"
#include "core/io/file.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <dlfcn.h>

namespace library_values_test {

using namespace mw;
using symbolic::Expr;
using symbolic::Op;

namespace {

/// Every operation that the evaluation knows, on integers, reals, and both.
std::vector<Expr> expressions() {
    const Expr a = Expr::symbol("a");
    const Expr b = Expr::symbol("b");
    const Expr x = Expr::symbol("x");
    const Expr real = Expr::real(0.5);
    std::vector<Expr> list = {a, x, Expr(7), real, a + b - 3, a * b * 5, a + x, x * b + real};
    for (const Op op : {Op::divide, Op::intFloor, Op::intCeil, Op::mod, Op::min, Op::max})
        for (const auto& [l, r] : {std::pair(a, b), std::pair(x, b), std::pair(a + 1, real)})
            list.push_back(Expr::make(op, {l, r}));
    for (const Op op : {Op::abs, Op::floor, Op::ceiling, Op::logicNot})
        for (const Expr& arg :
             {a, x, Expr::make(Op::divide, {a, b}),
              Expr::make(Op::divide, {a, Expr(3)}) + Expr::make(Op::divide, {b, Expr(4)}) + a})
            list.push_back(Expr::make(op, {arg}));
    for (const char* relation : {"<", "<=", ">", ">=", "==", "!="})
        for (const auto& [l, r] : {std::pair(a, b), std::pair(x, a)})
            list.push_back(Expr::make(Op::compare, {l, r}, relation));
    const Expr less = Expr::make(Op::compare, {a, b}, "<");
    const Expr broken = Expr::make(Op::compare, {Expr::make(Op::intFloor, {b, a - a * 1}), b}, ">");
    list.push_back(Expr::make(Op::logicAnd, {less, x}));
    list.push_back(Expr::make(Op::logicOr, {a, less}));
    list.push_back(Expr::make(Op::logicAnd, {broken, less}));
    list.push_back(Expr::make(Op::logicOr, {broken, less}));
    list.push_back(Expr::make(Op::select, {less, a, b * 2}));
    list.push_back(Expr::make(Op::select, {x, x, real}));
    for (const int power : {0, 1, 2, 5})
        list.push_back(Expr::make(Op::pow, {a, Expr(power)}));
    list.push_back(Expr::make(Op::pow, {x, Expr(2)}));
    for (const char* function :
         {"int32", "int64", "int8", "uint8", "uint16", "uint32", "int", "float32", "float64",
          "bool", "round", "sqrt", "exp", "sign", "Heaviside", "bitwise_invert"})
        for (const Expr& arg : {a * 1000, x * 1000})
            list.push_back(Expr::make(Op::call, {arg}, function));
    for (const char* function :
         {"bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"})
        list.push_back(Expr::make(Op::call, {a, b}, function));
    list.push_back(a * Expr(INT64_MAX / 3) * b); // may overflow
    return list;
}

codegen::HostNames names() {
    return {[](const std::string& symbol) -> Expected<codegen::HostText> {
                return codegen::HostText{"f." + symbol, symbol == "x"};
            },
            [](const std::string&, const std::vector<codegen::HostText>&)
                -> Expected<codegen::HostText> { return codegen::HostText{}; }};
}

struct Compiled {
    Expr expression;
    std::size_t number;
};

ir::DocumentPtr twice() {
    const auto document = ir::parseDump(R"(sdfg twice {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  state main {
    n0 = access x
    n1 = map m [i = 0:N] -> n2
    n3 = tasklet t `b = (2.0 * a)`
    n2 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n3.a : x[i]
    n3.b -> n2.IN_y : y[i]
    n2.OUT_y -> n4 : y[0:N]
  }
}
)");
    if (!document)
        FAIL(toString(document.error()));
    return *document;
}

/// A library of this C++, compiled in the folder.
void* loaded(const test::Folder& folder, const std::string& text) {
    const auto base = (folder.path / "library").string();
    REQUIRE(io::writeFileAtomically(base + ".cpp", text));
    auto command = exec::hostCompiler()->command;
    command.insert(command.end(), {"-std=c++17", "-O0", "-w", "-fPIC", "-shared", "-o",
                                   base + ".so", base + ".cpp"});
    const auto result = exec::runCommand(command);
    REQUIRE(result.has_value());
    INFO(result->output);
    REQUIRE(result->status == 0);
    void* const library = dlopen((base + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library);
    return library;
}

} // namespace

TEST_CASE("a library's host program computes expressions as the runner does") {
    if (!test::canCompile())
        return;
    std::string text = std::string(codegen::runtimeText("arithmetic")) +
                       "using namespace mw::library;\n"
                       "struct Frame { Status& r; Int a, b; double x; };\n";
    std::vector<Compiled> compiled;
    for (const Expr& e : expressions()) {
        const auto made = codegen::hostText(e, names());
        if (!made) { // of a real number there are no bits
            CHECK(made.error().code == "not-exportable");
            continue;
        }
        text +=
            fmt::format("extern \"C\" int value_{}(Int a, Int b, double x, Int* i, double* d) "
                        "{{ Status r; Frame f{{r, a, b, x}}; {} = {}; return r.code ? -1 : {}; "
                        "}}\n",
                        compiled.size(), made->real ? "*d" : "*i", made->text, made->real ? 1 : 0);
        compiled.push_back({e, compiled.size()});
    }
    REQUIRE(compiled.size() > 90);
    const test::Folder folder;
    void* const library = loaded(folder, text);
    using Function = int(long long, long long, double, long long*, double*);
    for (const auto& [e, number] : compiled) {
        auto* const function =
            reinterpret_cast<Function*>(dlsym(library, fmt::format("value_{}", number).c_str()));
        REQUIRE(function);
        for (const long long a : {-7, -1, 0, 3, 63, 1000})
            for (const long long b : {-3, 0, 2, 9})
                for (const double x : {-2.5, 0.0, 1.5, 3e9}) {
                    const symbolic::Bindings values = {{"a", symbolic::Value::integer(a)},
                                                       {"b", symbolic::Value::integer(b)},
                                                       {"x", symbolic::Value::real(x)}};
                    const auto expected = symbolic::evaluate(e, values);
                    long long i = 0;
                    double d = 0;
                    const int kind = function(a, b, x, &i, &d);
                    INFO(symbolic::print(e) << " of " << a << ", " << b << ", " << x);
                    if (!expected) {
                        CHECK(kind == -1);
                        continue;
                    }
                    REQUIRE(kind >= 0);
                    const double got = kind == 1 ? d : static_cast<double>(i);
                    const bool nan = std::isnan(got) && std::isnan(expected->asReal());
                    CHECK((nan || got == expected->asReal()));
                    if (kind == 0 && !expected->isReal)
                        CHECK(i == expected->i);
                }
    }
}

TEST_CASE("images are found whatever the folder of the cache is called") {
    if (!test::canCompile())
        return;
    const test::Folder folder;
    const auto image = folder.path / "a \"b\" \\n ?\?= c.bin";
    REQUIRE(io::writeFileAtomically(image, "image"));
    void* const library = loaded(folder, codegen::printImages({image.string()}, {0, 0}));
    const auto* images = static_cast<const char* const*>(dlsym(library, "mw_images"));
    REQUIRE(images);
    CHECK(std::string(images[0]) == "image");
}

TEST_CASE("only a clock that GT4Py would pass is written") {
    const auto document = twice();
    const auto plan = codegen::lower(*document);
    REQUIRE(plan.has_value());
    auto interface = codegen::libraryInterface(*document->root);
    REQUIRE(interface.has_value());
    using Kind = codegen::LibraryArgument::Kind;
    interface->arguments.push_back(
        {std::string(conventions::kMetricsLevel), ir::ScalarType::int32, Kind::symbol});
    interface->arguments.push_back(
        {std::string(conventions::kComputeTime), ir::ScalarType::float64, Kind::array});
    const auto calls = [&](const char* how) {
        const auto made = codegen::printLibrary(*plan, *interface, {}, codegen::Target::cpu);
        REQUIRE(made.has_value());
        return made->host.find(how) != std::string::npos;
    };
    CHECK(calls("call(f, p3 >= 10 ? static_cast<double*>(p4) : nullptr)"));
    interface->arguments.back().type = ir::ScalarType::float32;
    CHECK(calls("call(f, nullptr)"));
    interface->arguments.back() = {std::string(conventions::kComputeTime), ir::ScalarType::float64,
                                   Kind::scalar};
    CHECK(calls("call(f, nullptr)"));
}

TEST_CASE("a program that needs what its callers do not pass is not exported") {
    const auto document = twice();
    const auto plan = codegen::lower(*document);
    REQUIRE(plan.has_value());
    auto interface = codegen::libraryInterface(*document->root);
    REQUIRE(interface.has_value());
    REQUIRE(interface->arguments.size() == 3);
    CHECK(interface->arguments[0].name == "x");
    CHECK(interface->arguments[2].kind == codegen::LibraryArgument::Kind::symbol);
    REQUIRE(codegen::printLibrary(*plan, *interface, {}, codegen::Target::cpu).has_value());

    auto without = *interface;
    without.arguments.pop_back();
    const auto symbol = codegen::printLibrary(*plan, without, {}, codegen::Target::cuda);
    REQUIRE_FALSE(symbol.has_value());
    CHECK(symbol.error().code == "changed-arguments");
    CHECK(symbol.error().sentence.find("'N'") != std::string::npos);

    without = *interface;
    without.arguments.erase(without.arguments.begin());
    const auto array = codegen::printLibrary(*plan, without, {}, codegen::Target::cpu);
    REQUIRE_FALSE(array.has_value());
    CHECK(array.error().sentence.find("'x'") != std::string::npos);

    CHECK(codegen::sameArguments(*interface, *interface).has_value());
    const auto gone = codegen::sameArguments(*interface, without);
    REQUIRE_FALSE(gone.has_value());
    CHECK(gone.error().sentence.find("'x' of the original is gone") != std::string::npos);
    CHECK(codegen::sameArguments(*interface, without, {"x"}).has_value());
    auto other = *interface;
    other.arguments[2].type = ir::ScalarType::int64;
    CHECK_FALSE(codegen::sameArguments(*interface, other).has_value());
}

} // namespace library_values_test
