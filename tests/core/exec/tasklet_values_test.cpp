// Every construct of the tasklet language over edge values: the interpreter and the compiled kernel
// give what DaCe's own C++ gives (tests/core/tasklet/values.txt, written by make_values.py).

#include "core/ir/dump.h"
#include "tests/core/exec/both_ways.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace tasklet_values_test {

using namespace mw;

namespace {

/// One expression with its rows: per name a column of values, and the results.
struct Table {
    std::string expression;
    std::vector<ir::ScalarType> types;
    ir::ScalarType result = ir::ScalarType::none;
    std::vector<std::vector<symbolic::Value>> columns;
    std::vector<symbolic::Value> expected;
    test::TwoWays ways;
};

symbolic::Value valueOf(const std::string& text) {
    const bool real = text.find_first_of("xn") != std::string::npos; // hex floats, inf, nan
    return real ? symbolic::Value::real(std::strtod(text.c_str(), nullptr))
                : symbolic::Value::integer(std::strtoll(text.c_str(), nullptr, 10));
}

std::vector<Table> readTables() {
    std::ifstream file(test::sourceFile("tests/core/tasklet/values.txt"));
    std::vector<Table> tables;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        std::istringstream words(line.substr(line[0] == ' ' ? 0 : line.rfind(" | ") + 3));
        if (line[0] != ' ') {
            Table table;
            table.expression = line.substr(0, line.rfind(" | "));
            std::string word;
            while (words >> word && word != "->")
                table.types.push_back(*ir::scalarTypeFromName(word));
            words >> word;
            table.result = *ir::scalarTypeFromName(word);
            table.columns.resize(table.types.size());
            tables.push_back(std::move(table));
            continue;
        }
        Table& table = tables.back();
        std::string word;
        for (auto& column : table.columns) {
            words >> word;
            column.push_back(valueOf(word));
        }
        words >> word >> word;
        table.expected.push_back(valueOf(word));
    }
    return tables;
}

exec::InputArray columnOf(ir::ScalarType type, const std::vector<symbolic::Value>& values) {
    const auto width = static_cast<std::size_t>(ir::sizeOf(type));
    auto bytes = std::make_shared<std::vector<std::byte>>(values.size() * width);
    for (std::size_t i = 0; i < values.size(); ++i)
        exec::writeElement(values[i], type, bytes->data() + i * width);
    return {type, {static_cast<std::int64_t>(values.size())}, bytes};
}

/// A map over the rows with the expression as its tasklet.
void prepare(Table& table, std::size_t number) {
    std::string data, reads;
    for (std::size_t i = 0; i < table.types.size(); ++i) {
        const char name = static_cast<char>('a' + static_cast<int>(i));
        data += fmt::format("  array {0}s {1} [R]\n", name, ir::name(table.types[i]));
        reads += fmt::format("    n{0} = access {0}s\n    n{0} -> m.IN_{0} : {0}s[0:R]\n"
                             "    m.OUT_{0} -> t.{0} : {0}s[i]\n",
                             name);
        table.ways.inputs[std::string(1, name) + "s"] = columnOf(table.types[i], table.columns[i]);
    }
    const auto rows = static_cast<std::int64_t>(table.expected.size());
    table.ways.inputs["o"] =
        columnOf(table.result, std::vector<symbolic::Value>(table.expected.size()));
    table.ways.symbols["R"] = symbolic::Value::integer(rows);
    const auto document = ir::parseDump(
        fmt::format("sdfg v {{\n  symbols R:int32\n{}  array o {} [R]\n  state s {{\n"
                    "    m = map m [i = 0:R] -> e\n    t = tasklet t `out = {}`\n    e = exit m\n"
                    "{}    no = access o\n    t.out -> e.IN_o : o[i]\n    e.OUT_o -> no : o[0:R]\n"
                    "  }}\n}}\n",
                    data, ir::name(table.result), table.expression, reads));
    if (!document)
        FAIL(table.expression << ": " << toString(document.error()));
    table.ways.document = *document;
    test::lowerFor(table.ways, {}, fmt::format("v{}_", number));
}

bool callsLibrary(const std::string& expression) {
    for (const char* name : {"sin", "cos", "tan", "exp", "log", "pow", "gamma", "cbrt", "**"})
        if (expression.find(name) != std::string::npos)
            return true;
    return false;
}

/// Equal; to a few units in the last place where the C library rounds as it likes. Functions
/// without a module run in the precision of their argument here (as CUDA's do), so a result that
/// C++ computes as a double of a float32 argument has the precision of a float.
bool agrees(const Table& table, double got, double expected) {
    if (std::isnan(got) || std::isnan(expected))
        return std::isnan(got) && std::isnan(expected);
    if (got == expected)
        return std::signbit(got) == std::signbit(expected);
    const bool narrow =
        table.result == ir::ScalarType::float32 || table.types[0] == ir::ScalarType::float32;
    const double unit = narrow ? 1.2e-7 : 2.3e-16;
    const bool bare = narrow && table.result == ir::ScalarType::float64;
    return (callsLibrary(table.expression) || bare) &&
           std::abs(got - expected) <= 4 * unit * std::abs(expected);
}

void check(const Table& table, const char* who, const Expected<exec::InputArrays>& results,
           int& rows) {
    if (!results) {
        FAIL_CHECK(who << ", " << table.expression << ": " << toString(results.error()));
        return;
    }
    const exec::InputArray& out = results->at("o");
    const auto width = static_cast<std::size_t>(ir::sizeOf(out.type));
    for (std::size_t i = 0; i < table.expected.size(); ++i, ++rows) {
        const auto got = *exec::readElement(out.type, out.bytes->data() + i * width);
        const bool real = table.expected[i].isReal;
        if (real ? agrees(table, got.asReal(), table.expected[i].d) : got.i == table.expected[i].i)
            continue;
        std::string values;
        for (const auto& column : table.columns)
            values += fmt::format(" {}", column[i].isReal ? fmt::format("{}", column[i].d)
                                                          : fmt::format("{}", column[i].i));
        FAIL_CHECK(who << ", " << table.expression << " of" << values << ": " << got.asReal()
                       << " instead of " << table.expected[i].asReal());
    }
}

} // namespace

TEST_CASE("every construct of the tasklet language has the values of DaCe's C++") {
    auto tables = readTables();
    REQUIRE(tables.size() > 150);
    std::vector<test::TwoWays*> ways;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        prepare(tables[i], i);
        if (!tables[i].ways.problem.empty())
            FAIL(tables[i].expression << ": " << tables[i].ways.problem);
        ways.push_back(&tables[i].ways);
    }
    const test::Folder folder;
    if (const auto refused = test::compileTo(folder.path / "values", test::sourceOf(ways));
        !refused.empty())
        FAIL(refused);
    int rows = 0;
    for (const Table& table : tables) {
        check(table, "interpreted", test::runInterpreted(table.ways), rows);
        check(table, "compiled",
              test::runCompiled(table.ways, (folder.path / "values.so").string()), rows);
    }
    std::cerr << tables.size() << " expressions, " << rows / 2 << " rows each way\n";
}

} // namespace tasklet_values_test
