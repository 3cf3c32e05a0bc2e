// What commands do for somebody at a terminal, and leave away where nobody is: width, pager,
// colours, progress. The terminal is one that `script` opens.

#include "core/support/words.h"
#include "tests/cli/run_mw.h"

#include <algorithm>

namespace terminal_test {

using namespace mw::test;

namespace {

constexpr const char* kEscape = "\033[";

bool hasScript() {
    static const bool has = runCommand("command -v script").exit == 0;
    if (!has)
        WARN("skipped: there is no program 'script' (bsdutils), which opens a terminal");
    return has;
}

/// What mw says on a terminal, with variables before it.
Outcome onTerminal(const std::string& environment, const std::string& arguments) {
    auto outcome = runCommand(
        "env -u NO_COLOR -u COLUMNS -u PAGER -u MAPWRIGHT_PAGER -u LESS TERM=xterm " + environment +
        " script -qec " + mw::shellWord(MW_PROGRAM " " + arguments) + " /dev/null </dev/null");
    std::erase(outcome.text, '\r');
    return outcome;
}

std::vector<std::string_view> linesOf(const std::string& text) {
    return mw::splitLines(text);
}

std::size_t longest(const std::string& text) {
    std::size_t most = 0;
    for (const auto line : linesOf(text))
        most = std::max(most, line.size());
    return most;
}

std::string withoutBlanks(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

} // namespace

TEST_CASE("lists and help have the width of the terminal, and their words") {
    if (!hasScript())
        return;
    for (const std::string arguments : {"info --help", "transformations", "check --help"}) {
        INFO(arguments);
        const auto plain = runMw(arguments).text;
        const auto narrow = onTerminal("COLUMNS=70 PAGER=cat", arguments).text;
        CHECK(longest(plain) > 100);
        CHECK(longest(narrow) <= 70);
        CHECK(withoutBlanks(narrow) == withoutBlanks(plain));
    }
    // Below the second column.
    const auto help = onTerminal("COLUMNS=70", "info --help").text;
    CHECK(contains(help, "\n  --json                      Everything, as JSON\n"));
    CHECK(contains(help,
                   "\n  --set NAME=VALUE ...        Symbols or scalars, in place of what the\n"
                   "                              scenario"));
}

TEST_CASE("what programs read keeps its lines on a terminal") {
    if (!hasScript())
        return;
    const auto plain = runMw("transformations --json").text;
    CHECK(onTerminal("COLUMNS=70 PAGER=cat", "transformations --json").text == plain);
}

TEST_CASE("lists go through a pager on a terminal, and nowhere else") {
    if (!hasScript())
        return;
    const std::string pager = "PAGER='sed s/^/paged:/'", matches = "matches " + sample();
    const auto paged = onTerminal(pager, matches);
    INFO(paged.text);
    CHECK(paged.exit == 0);
    const auto lines = linesOf(paged.text);
    REQUIRE(lines.size() > 10);
    CHECK(std::ranges::all_of(lines, [](auto line) { return line.starts_with("paged:"); }));
    CHECK(linesOf(onTerminal("MAPWRIGHT_PAGER='sed s/^/ours:/' " + pager, matches).text)
              .front()
              .starts_with("ours:"));
    for (const auto& other :
         {onTerminal(pager, matches + " --no-pager"), onTerminal("PAGER=cat", matches),
          onTerminal("PAGER=", matches), onTerminal("PAGER=no-such-pager", matches),
          onTerminal(pager, "hash " + sample()),
          runCommand(pager + " " MW_PROGRAM " " + matches)}) {
        INFO(other.text);
        CHECK(other.exit == 0);
        CHECK(!contains(other.text, "paged:"));
        CHECK(!contains(other.text, "no-such-pager"));
    }
    // The exit code is that of the command; a pager that is left early is no error.
    CHECK(
        onTerminal(pager, "diff " + sample() + " " + sourceFile("samples/laplacian.sdfg").string())
            .exit == 1);
    CHECK(onTerminal("PAGER='head -1'", matches).exit == 0);
}

TEST_CASE("errors are coloured on a terminal alone") {
    if (!hasScript())
        return;
    const auto coloured = onTerminal("", "hash nowhere.sdfg");
    CHECK(coloured.exit == 3);
    CHECK(contains(coloured.text, std::string(kEscape) + "31mmw:" + kEscape + "m "));
    CHECK(!contains(onTerminal("NO_COLOR=1", "hash nowhere.sdfg").text, kEscape));
    CHECK(!contains(runMw("hash nowhere.sdfg").text, kEscape));
}

TEST_CASE("what takes over a second says so on a terminal, unless it is to be quiet") {
    if (!hasScript())
        return;
    const std::string slow = "devices --runner 'sh -c \"sleep 2; exec " MW_PROGRAM "-runner\"'";
    const auto shown = onTerminal("", slow);
    INFO(shown.text);
    CHECK(shown.exit == 0);
    CHECK(contains(shown.text, "mw devices (1 s)"));
    CHECK(contains(shown.text, std::string(kEscape) + "K")); // and is gone in the end
    const auto quiet = onTerminal("", slow + " --quiet");
    CHECK(quiet.exit == 0);
    CHECK(!contains(quiet.text, kEscape));
    CHECK(!contains(runMw(slow).text, kEscape));
}

TEST_CASE("the option --quiet leaves errors alone on standard error") {
    const std::string run = "run " + sample() + " --target interp";
    CHECK(contains(runMw(run).text, "mw: note: "));
    const auto quiet = runMw(run + " --quiet");
    CHECK(quiet.exit == 0);
    CHECK(!contains(quiet.text, "mw: "));
    CHECK(contains(quiet.text, "z_nabla4_e2"));
    CHECK(contains(runMw("hash nowhere.sdfg --quiet").text, "mw: "));
    // Also behind what is below a command.
    const Folder folder;
    const auto applied = runMw("apply " + sample() + " map-fusion-vertical --quiet -o " +
                               (folder / "one.sdfg") + " --recipe " + (folder / "one.json"));
    INFO(applied.text);
    CHECK(applied.exit == 0);
    CHECK(runMw("recipe show " + (folder / "one.json") + " --quiet").exit == 0);
}

TEST_CASE("show --rows draws a row for each kernel over the arrays, without Graphviz") {
    const Folder folder;
    const std::string picture = folder / "rows.svg";
    const auto shown =
        runCommand("PATH=/nowhere " MW_PROGRAM " show " + sample() + " --rows -o " + picture);
    INFO(shown.text);
    REQUIRE(shown.exit == 0);
    const auto svg = contents(picture);
    const auto count = [&](const std::string& part) {
        std::size_t n = 0;
        for (auto at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1))
            ++n;
        return n;
    };
    CHECK(contains(svg, "11 kernels, 316 kB moved at least"));
    CHECK(count(">Edge 0\u2026143 \u00d7 K 0\u20269<") == 11);
    CHECK(count(" writes normal_0<") == 1);
    CHECK(count(" reads normal_0<") == 1);
    CHECK(count(" writes z_nabla4_e2<") == 1);
    CHECK(count(" reads gt_conn_E2C2V<") == 4);
    // The same bytes again; other sizes say other bytes.
    CHECK(runMw("show " + sample() + " --rows -o " + picture).exit == 0);
    CHECK(contents(picture) == svg);
    CHECK(runMw("show " + sample() + " --rows --grid torus:16,12,10 -o " + picture).exit == 0);
    CHECK(contains(contents(picture), "1.2"));
    CHECK(!contains(contents(picture), "316 kB"));
    const auto refused = runMw("show " + sample() + " --rows -o " + (folder / "rows.png"));
    CHECK(refused.exit == 2);
    CHECK(contains(refused.text, "rows.png' must end in .svg"));
}

} // namespace terminal_test
