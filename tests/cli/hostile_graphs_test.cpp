// Graphs that carry C++, shell and terminal commands in their text: no command of the tool runs any
// of it, hangs, or lets it reach the terminal; each says one sentence.
#include "tests/cli/run_command.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace hostile_graphs_test {

namespace fs = std::filesystem;

namespace {

/// y = 2 x, with one place of each kind that the attacks below replace.
constexpr const char* kGraph = R"json({"type": "SDFG", "dace_version": "2.0.0a6",
"attributes": {"name": "scale", "symbols": {"N": "int32"}, "constants_prop": {}, "global_code": {},
 "init_code": {}, "exit_code": {}, "instrument": "No_Instrumentation", "_arrays": {
 "x": {"type": "Array", "attributes": {"strides": ["1"], "total_size": "$N", "offset": ["0"],
  "dtype": "float64", "shape": ["$N"], "storage": "Default"}},
 "y": {"type": "Array", "attributes": {"strides": ["1"], "total_size": "$N", "offset": ["0"],
  "dtype": "float64", "shape": ["$N"], "storage": "Default"}}}},
"edges": [{"type": "Edge", "src": "0", "dst": "1", "attributes": {"data": {"type": "InterstateEdge",
 "label": "", "attributes": {"assignments": {"k": "N"}, "condition": {"language": "Python",
 "string_data": "N > 0"}}}}}],
"nodes": [{"type": "SDFGState", "label": "before", "id": 0, "attributes": {}, "nodes": [],
"edges": []}, {"type": "SDFGState", "label": "s0", "id": 1, "attributes": {}, "nodes": [
{"type": "AccessNode", "attributes": {"data": "x"}},
{"type": "MapEntry", "scope_exit": "3", "attributes": {"label": "m", "params": ["i"],
 "schedule": "Sequential", "gpu_block_size": null, "gpu_launch_bounds": "0",
 "omp_schedule": "Default", "debuginfo": {"filename": "f.py"}, "in_connectors": {"IN_x": null},
 "out_connectors": {"OUT_x": null}, "range": {"type": "Range", "ranges": [
 {"start": "0", "end": "-1 + $N", "step": "1", "tile": "1"}]}}},
{"type": "Tasklet", "attributes": {"label": "t", "in_connectors": {"a": null},
 "out_connectors": {"b": null}, "location": {}, "environments": [],
 "code": {"string_data": "b = (2.0 * a)", "language": "Python"}, "state_fields": [],
 "code_global": {"string_data": "", "language": "CPP"}}},
{"type": "MapExit", "scope_entry": "1", "attributes": {"in_connectors": {"IN_y": null},
 "out_connectors": {"OUT_y": null}}},
{"type": "AccessNode", "attributes": {"data": "y"}}], "edges": [
{"type": "MultiConnectorEdge", "src": "0", "dst": "1", "src_connector": null,
 "dst_connector": "IN_x", "attributes": {"data": {"type": "Memlet", "attributes": {"data": "x",
 "volume": "1", "subset": {"type": "Range", "ranges": [{"start": "0", "end": "-1 + $N",
 "step": "1", "tile": "1"}]}}}}},
{"type": "MultiConnectorEdge", "src": "1", "dst": "2", "src_connector": "OUT_x",
 "dst_connector": "a", "attributes": {"data": {"type": "Memlet", "attributes": {"data": "x",
 "volume": "1", "subset": {"type": "Range", "ranges": [{"start": "$i", "end": "$i", "step": "1",
 "tile": "1"}]}}}}},
{"type": "MultiConnectorEdge", "src": "2", "dst": "3", "src_connector": "b",
 "dst_connector": "IN_y", "attributes": {"data": {"type": "Memlet", "attributes": {"data": "y",
 "wcr": null, "volume": "1", "subset": {"type": "Range", "ranges": [{"start": "$i", "end": "$i",
 "step": "1", "tile": "1"}]}}}}},
{"type": "MultiConnectorEdge", "src": "3", "dst": "4", "src_connector": "OUT_y",
 "dst_connector": null, "attributes": {"data": {"type": "Memlet", "attributes": {"data": "y",
 "volume": "1", "subset": {"type": "Range", "ranges": [{"start": "0", "end": "-1 + $N",
 "step": "1", "tile": "1"}]}}}}}]}]})json";

/// Every place of `from` becomes `to`; what people could agree to (C++ of the graph's own, declared
/// as such) is never agreed to here.
struct Attack {
    std::string what, from, to;
    bool declaredCode = false;
    int exit = 3; ///< of run; -1: nothing that the attack says happens, whatever else does
};

/// JSON text that runs a command, as C++ behind `before`.
std::string evil(const std::string& before, const std::string& after = "//") {
    return before + R"j(int evil = system(\"touch pwned-by-graph\");)j" + after;
}

const std::vector<Attack>& attacks() {
    static const std::string kMap = R"j("label": "m")j", kTasklet = R"j("label": "t")j";
    static const std::string kPython = R"j("string_data": "b = (2.0 * a)", "language": "Python")j";
    static const auto cpp = [](const std::string& code) {
        return "\"string_data\": \"" + code + "\", \"language\": \"CPP\"";
    };
    static const auto labelled = [](const std::string& text) {
        return "\"label\": \"" + text + "\"";
    };
    static const std::vector<Attack> kAttacks = {
        {"line break in a map's label", kMap, labelled(evil("m\\n"))},
        {"line break in a tasklet's label", kTasklet, labelled(evil("t\\n"))},
        {"line break in a state's label", R"j("label": "s0")j", labelled(evil("s\\n"))},
        {"line break in the program's name", R"j("name": "scale")j",
         "\"name\": \"" + evil("p\\n") + "\""},
        {"line break in a container", R"j("y")j", "\"" + evil("y\\n") + "\""},
        {"carriage return in a label", kMap, labelled(evil("m\\r"))},
        {"vertical tab in a label", kMap, labelled(evil("m\\u000b"))},
        {"line separator in a label", kMap, labelled(evil("m\\u2028"))},
        {"backslash at the end of a label", kMap, labelled("m\\\\")},
        {"trigraph at the end of a label", kMap,
         labelled("m?"
                  "?/")},
        {"end of a comment in a label", kMap, labelled(evil("m*/ ", "/*"))},
        {"raw string delimiters in a label", kMap, labelled(evil(")\\\" R\\\"x("))},
        {"preprocessor line in a label", kMap, labelled("m\\n#include \\\"/etc/passwd\\\"\\n")},
        {"format directives in a label", kMap, labelled("%s%n%n{}{0}{:>9999999}")},
        {"a label of one megabyte", kMap, labelled(std::string(1 << 20U, 'm')), false, 0},
        {"a zero byte in a label", kMap, labelled("m\\u0000x")},
        {"terminal commands in a name", R"j("name": "scale")j",
         R"j("name": "m\u001b]0;PWNED\u0007\u001b[31mRED\u001b[2J")j"},
        {"the C1 form of terminal commands", R"j("name": "scale")j",
         R"j("name": "m\u009b2J\u009d")j"},
        {"text direction in a name", R"j("y")j", R"j("y\u202e;x")j"},
        {"letters of other scripts", R"j("y")j", "\"\xC3\xA9t\xC3\xA9\""},
        {"a path as a container", R"j("y")j", R"j("../../evil")j"},
        {"an absolute path as a container", R"j("y")j", R"j("/tmp/evil")j"},
        {"a container with an operator", R"j("y")j", R"j("a-b")j"},
        {"a container with a statement", R"j("y")j", R"j("a;b")j"},
        {"an operator function as a container", R"j("y")j", R"j("operator new")j"},
        {"an attribute as a container", R"j("y")j", R"j("__attribute__((constructor))")j"},
        {"a predefined macro as a container", R"j("y")j", R"j("__LINE__")j", false, 0},
        {"a library's macro as a container", R"j("y")j", R"j("NAN")j", false, 0},
        {"a keyword as a container", R"j("y")j", R"j("double")j", false, 0},
        {"a device's variable as a container", R"j("y")j", R"j("threadIdx")j", false, 0},
        {"a statement as a parameter", R"j("params": ["i"])j",
         R"j("params": ["i; system(0); int j"])j"},
        {"a keyword as an assigned name", R"j("k": "N")j", R"j("while": "N")j", false, 0},
        {"a statement as an assigned name", R"j("k": "N")j", R"j("k; system(0)": "N")j"},
        {"an empty C++ tasklet", kPython, cpp(""), false, -1},
        {"a statement as a connector", "\"a\"",
         R"j("a; system(\"touch pwned-by-graph\"); double q")j"},
        {"a call in a range", R"j("end": "-1 + $N")j",
         R"j("end": "-1 + $N + system(l64a(249920))")j"},
        {"a call in a subset", R"j("start": "$i")j", R"j("start": "$i + system(l64a(249920))")j"},
        {"a call in a size", R"j("shape": ["$N"])j", R"j("shape": ["$N + system(l64a(249920))"])j"},
        {"a call in a stride", R"j("strides": ["1"])j", R"j("strides": ["system(l64a(249920))"])j"},
        {"a member's call in a range", R"j("end": "-1 + $N")j", R"j("end": "$os.system(249920)")j"},
        {"statements in a range", R"j("end": "-1 + $N")j", R"j("end": "-1 + $N; system(0)")j"},
        {"a call in an assignment", R"j("k": "N")j", R"j("k": "system(l64a(249920))")j", false, 5},
        {"C++ in an assignment", R"j("k": "N")j", R"j("k": "N; system(0)")j", false, -1},
        {"a call in a condition", R"j("string_data": "N > 0")j",
         R"j("string_data": "__builtin_trap()")j", false, 5},
        {"C++ as the language of a condition", R"j("language": "Python",
 "string_data": "N > 0")j",
         R"j("language": "CPP",
 "string_data": "system(\"touch pwned-by-graph\")")j",
         true, -1},
        {"a call in a tasklet", "b = (2.0 * a)", "b = system(l64a(249920)) + a", false, 5},
        {"a module in a tasklet", "b = (2.0 * a)",
         R"j(b = __import__('os').system('touch pwned-by-graph'))j", false, -1},
        {"a call in an index of a tasklet", "b = (2.0 * a)", "b = a[system(l64a(249920))]", false,
         -1},
        {"a call in a conflict resolution", R"j("wcr": null)j",
         R"j("wcr": "lambda p, q: system(p)")j", false, 5},
        {"C++ in a conflict resolution", R"j("wcr": null)j",
         R"j("wcr": "lambda p, q: p); system(0); (p")j", false, -1},
        {"a statement as a type", R"j("dtype": "float64")j", R"j("dtype": "float64; system(0)")j",
         false, -1},
        {"a type object", R"j("dtype": "float64")j",
         R"j("dtype": {"type": "opaque", "ctype": "int; system(0)"})j", false, -1},
        {"a statement as a storage", R"j("storage": "Default")j",
         R"j("storage": "GPU_Global); system(0)")j", false, -1},
        {"a statement as a schedule", R"j("schedule": "Sequential")j",
         R"j("schedule": "Sequential); system(0)")j", false, -1},
        {"a statement as an OpenMP schedule", R"j("omp_schedule": "Default")j",
         R"j("omp_schedule": "static)\nsystem(0);")j", false, -1},
        {"a statement as launch bounds", R"j("gpu_launch_bounds": "0")j",
         R"j("gpu_launch_bounds": "1) __attribute__((constructor)")j", false, -1},
        {"text as a block size", R"j("gpu_block_size": null)j",
         R"j("gpu_block_size": ["32", "system(0)", "1"])j", false, -1},
        {"a statement as an instrument", R"j("instrument": "No_Instrumentation")j",
         R"j("instrument": "Timer; system(0)")j", false, -1},
        {"a statement as a location", R"j("location": {})j",
         R"j("location": {"gpu": "system(0)"})j", false, -1},
        {"an environment", R"j("environments": [])j", R"j("environments": ["-fplugin=evil.so"])j",
         false, -1},
        {"a file name in the debug information", "f.py", R"j(../../x\n#include \"y\")j", false, -1},
        {"a constant that is text", R"j("constants_prop": {})j",
         R"j("constants_prop": {"c": [{"type": "Scalar", "attributes": {"dtype": "float64"}},
"1); system(0"]})j",
         false, -1},
        {"C++ at file scope", R"j("global_code": {})j",
         R"j("global_code": {"frame": {"language": "CPP",
"string_data": "int evil = system(\"touch pwned-by-graph\");"}})j",
         true, 6},
        {"init code", R"j("init_code": {})j",
         R"j("init_code": {"frame": {"language": "CPP",
"string_data": "system(\"touch pwned-by-graph\");"}})j",
         true, 6},
        {"global code of a tasklet", R"j("code_global": {"string_data": "")j",
         R"j("code_global": {"string_data": "int evil = system(\"touch pwned-by-graph\");")j", true,
         6},
        {"a field of the state", R"j("state_fields": [])j",
         R"j("state_fields": ["int evil = system(\"touch pwned-by-graph\");"])j", true, 6},
        {"a C++ tasklet", kPython, cpp(R"j(b = system(\"touch pwned-by-graph\");)j"), true, 6},
    };
    return kAttacks;
}

class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("mw-hostile-" + std::to_string(getpid()))) {
        fs::create_directories(path_);
        std::ofstream(path_ / "x") << "#!/bin/sh\ntouch pwned-by-graph\n"; // l64a(249920)
        fs::permissions(path_ / "x", fs::perms::owner_all);
        setenv("XDG_CONFIG_HOME", (path_ / "config").c_str(), 1);
    }
    ~Folder() {
        unsetenv("XDG_CONFIG_HOME");
        fs::remove_all(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// In the folder, with its own folder as the path of programs too.
mw::test::Outcome runMw(const Folder& folder, const std::string& arguments) {
    return mw::test::runCommand("cd " + folder.path().string() + " && PATH=$PATH:. timeout 100 " +
                                MW_PROGRAM + " " + arguments);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t next = text.find(from); next != std::string::npos;
         next = text.find(from, at)) {
        out += text.substr(at, next - at) + to;
        at = next + from.size();
    }
    REQUIRE(at > 0);
    return out + text.substr(at);
}

bool isHarmless(const std::string& text) {
    return std::none_of(text.begin(), text.end(),
                        [](char c) {
                            return (static_cast<unsigned char>(c) < 0x20 && c != '\n' &&
                                    c != '\t') ||
                                   c == '\x7f';
                        }) &&
           text.find("\xC2\x9b") == std::string::npos &&
           text.find("\xE2\x80\xAE") == std::string::npos;
}

void writeScenario(const Folder& folder) {
    std::ofstream(folder.path() / "s.json")
        << R"j({"program": "scale", "grid": {"kind": "torus", "nx": 2, "ny": 2, "levels": 2},
"symbols": {"N": 4}, "arrays": {}})j";
}

void attack(const Folder& folder, const Attack& attack) {
    INFO(attack.what);
    std::ofstream(folder.path() / "g.sdfg", std::ios::binary)
        << replaced(kGraph, attack.from, attack.to);
    writeScenario(folder);
    const std::string trust = attack.declaredCode ? "" : " --trust";
    const auto check = [&](const std::string& command) {
        INFO(command);
        const auto outcome = runMw(folder, command);
        INFO(outcome.text.substr(0, 2000));
        CHECK(outcome.exit <= 6);
        CHECK((outcome.exit == 0 || !outcome.text.empty()));
        CHECK(isHarmless(outcome.text));
        REQUIRE_FALSE(fs::exists(folder.path() / "pwned-by-graph"));
        REQUIRE_FALSE(fs::exists(folder.path().parent_path().parent_path() / "evil.npy"));
        return outcome.exit;
    };
    const int run = check("run g.sdfg --target cpu -o out.npz --scenario s.json" + trust);
    if (attack.exit >= 0)
        CHECK(run == attack.exit);
    check("run g.sdfg --target interp --scenario s.json");
    for (const std::string target : {"cpu", "cuda", "hip"})
        check("compile g.sdfg --source --target " + target + trust);
    check("compile g.sdfg --target cpu" + trust);
    for (const char* command : {"check g.sdfg", "check --hints g.sdfg", "info g.sdfg",
                                "info --json g.sdfg", "show g.sdfg -o g.dot", "matches g.sdfg",
                                "diff g.sdfg g.sdfg", "apply g.sdfg map-collapse -o h.sdfg"})
        check(command);
}

} // namespace

TEST_CASE("the graph that the attacks change runs") {
    const Folder folder;
    attack(folder, {"nothing", "f.py", "g.py", false, 0});
}

TEST_CASE("no text of a graph runs, hangs, or reaches the terminal") {
    const Folder folder;
    for (const Attack& one : attacks())
        attack(folder, one);
}

TEST_CASE("what is measured or compared is refused in the same way") {
    const Folder folder;
    std::ofstream(folder.path() / "g.sdfg")
        << replaced(kGraph, R"j("label": "m")j", R"j("label": "m\nx")j");
    writeScenario(folder);
    for (const char* command : {"bench g.sdfg --target cpu --repeats 1",
                                "verify g.sdfg g.sdfg --target cpu --scenario s.json",
                                "bench g.sdfg g.sdfg --target cpu --trust"}) {
        const auto outcome = runMw(folder, command);
        INFO(outcome.text);
        CHECK(outcome.exit == 3);
        CHECK(outcome.text.find("is no identifier") != std::string::npos);
    }
}

} // namespace hostile_graphs_test
