// The pages about the terminal: what they name is there, and nothing that is there is missing.

#include "core/support/words.h"
#include "tests/cli/run_mw.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

namespace pages_test {

namespace fs = std::filesystem;
using namespace mw::test;

namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (const auto line : mw::splitLines(text))
        lines.emplace_back(line);
    return lines;
}

/// The help of a command and of what is below it, asked once.
const std::string& helpOf(const std::string& command) {
    static std::map<std::string, std::string> known;
    auto& help = known[command];
    if (help.empty())
        help = runMw(command + " --help").text;
    return help;
}

/// Of a line of a page: the words of "$ mw ..." without its comment; empty where it is another.
std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream in(line);
    std::string first;
    in >> first;
    if (first == "$")
        in >> first;
    std::string rest;
    std::getline(in, rest);
    const auto words = mw::splitWords(rest.substr(0, rest.find(" #")));
    return first == "mw" && line.starts_with("    ") && words ? *words : std::vector<std::string>();
}

/// Options of a call that neither the command nor what is below it has.
std::string unknownOptions(const std::vector<std::string>& words) {
    const std::string& command = words.front();
    std::string help = helpOf(command);
    for (const auto& word : words)
        if (word != command && contains(helpOf(command), "\n  " + word + " "))
            help += helpOf(command + " " + word);
    std::string unknown;
    for (const auto& word : words) {
        const auto name = word.substr(0, word.find('='));
        if (name.starts_with("-") && name.size() > 1 && !contains(word, " ") && name != "..." &&
            !contains(help, " " + name + " ") && !contains(help, "," + name + " ") &&
            !contains(help, " " + name + ","))
            unknown += " " + name;
    }
    return unknown;
}

} // namespace

TEST_CASE("commands and options that pages name are there") {
    std::vector<fs::path> pages{sourceFile("README.md")};
    for (const auto& entry : fs::directory_iterator(sourceFile("docs")))
        if (entry.path().extension() == ".md")
            pages.push_back(entry.path());
    int calls = 0;
    for (const auto& page : pages)
        for (const auto& line : linesOf(contents(page)))
            if (const auto words = wordsOf(line); !words.empty()) {
                INFO(page << ": " << line);
                CHECK(contains(helpOf(""), "\n  " + words.front() + " "));
                CHECK(unknownOptions(words) == "");
                ++calls;
            }
    CHECK(calls > 80);
}

TEST_CASE("docs/commands.md has a row for every command, as its help says it") {
    const auto page = contents(sourceFile("docs/commands.md"));
    bool among = false;
    for (const auto& line : linesOf(helpOf(""))) {
        if (among && !line.starts_with("  "))
            break;
        if (among) {
            const auto end = line.find(' ', 2);
            const auto row = "| `mw " + line.substr(2, end - 2) + "` | " +
                             line.substr(line.find_first_not_of(' ', end)) + " |\n";
            INFO("docs/commands.md lacks the row\n" << row);
            CHECK(contains(page, row));
        }
        among = among || line == "Subcommands:";
    }
    CHECK(among);
}

TEST_CASE("the README is read in minutes, and its links lead somewhere") {
    const auto readme = contents(sourceFile("README.md"));
    CHECK(linesOf(readme).size() <= 120);
    for (std::size_t at = 0; (at = readme.find("](", at)) != std::string::npos; ++at) {
        const auto link = readme.substr(at + 2, readme.find(')', at) - at - 2);
        INFO(link);
        CHECK((link.starts_with("https://") || fs::exists(sourceFile(link))));
    }
}

} // namespace pages_test
