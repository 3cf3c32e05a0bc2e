// mw completion: the scripts, used by the shells that are here.

#include "tests/cli/run_mw.h"

#include <sstream>

namespace completion_test {

using namespace mw::test;

namespace {

/// What `script`, which is run by bash after the completion was read, prints.
Outcome inBash(const std::string& script) {
    const Folder folder;
    const std::string file = folder / "script";
    std::ofstream(file) << "source <('" MW_PROGRAM "' completion bash)\n" << script << "\n";
    const auto outcome = runCommand("bash --norc '" + file + "'");
    INFO(outcome.text);
    CHECK(outcome.exit == 0);
    return outcome;
}

/// What bash offers for the last of these words, one a line, between newlines.
std::string offered(const std::string& words) {
    const auto all = "COMP_WORDS=(" + words + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_mw\n" +
                     "printf '%s\\n' \"${COMPREPLY[@]}\"";
    return "\n" + inBash(all).text;
}

bool isThere(const std::string& shell) {
    return std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0;
}

} // namespace

TEST_CASE("bash completes commands, options, their values, transformations and files") {
    CHECK(contains(inBash("complete -p mw").text, "complete -F _mw mw"));
    CHECK(offered("mw inf") == "\ninfo\n");
    const auto commands = offered("mw ''");
    for (const char* name : {"info", "advise", "optimise", "verify", "bench", "completion"})
        CHECK(contains(commands, "\n" + std::string(name) + "\n"));
    CHECK(offered("mw info --ke") == "\n--kernels\n");
    CHECK(contains(offered("mw optimise a.sdfg --"), "\n--keep-symbols\n"));
    CHECK(offered("mw bench a.sdfg --alloc ar") == "\narena\n");
    CHECK(offered("mw completion ''").find("\n") != std::string::npos);
    CHECK(contains(offered("mw apply a.sdfg map-fusion-v"), "\nmap-fusion-vertical\n"));
    CHECK(contains(offered("mw apply a.sdfg loop-blocking --"), "\n--block-size\n"));
    CHECK_FALSE(contains(offered("mw apply a.sdfg --"), "\n--block-size\n"));
    const Folder folder;
    std::ofstream(folder / "one two.sdfg") << "";
    CHECK(offered("mw info '" + (folder / "one") + "'") == "\n" + (folder / "one two.sdfg") + "\n");
    CHECK_FALSE(contains(offered("mw apply -o ''"), "\nmap-fusion-vertical\n"));
}

TEST_CASE("the scripts for zsh and fish name what the help does, and are read where these are") {
    const Folder folder;
    for (const std::string shell : {"zsh", "fish"}) {
        const auto script = runMw("completion " + shell);
        CHECK(script.exit == 0);
        for (const char* part : {"optimise", "keep-symbols", "map-fusion-vertical", "arena"})
            CHECK(contains(script.text, part));
        if (!isThere(shell))
            continue;
        std::ofstream(folder / shell) << script.text;
        CHECK(std::system((shell + " -n '" + (folder / shell) + "'").c_str()) == 0);
    }
    CHECK(runMw("completion tcsh").exit == 2);
    CHECK(runMw("completion").exit == 2);
}

} // namespace completion_test
