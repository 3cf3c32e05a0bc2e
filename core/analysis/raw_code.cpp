// C++ that a graph carries itself, apart from what GT4Py always adds.
#include "core/analysis/raw_code.h"

#include "core/analysis/assumed.h"
#include "core/analysis/boundaries.h"
#include "core/ir/index.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>

namespace mw::analysis {

namespace {

/// GT4Py's statements without white space and its metrics blocks of 1.2.
constexpr std::array<std::string_view, 10> kAddedStatements = {
    "cudaStreamSynchronize(cudaStreamDefault)",
    "hipStreamSynchronize(hipStreamDefault)",
    "cudaDeviceSynchronize()",
    "hipDeviceSynchronize()",
    "autonow=std::chrono::high_resolution_clock::now()",
    "time=std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count()",
    "autorun_cpp_end_time=std::chrono::duration_cast<std::chrono::nanoseconds>"
    "(now.time_since_epoch()).count()",
    "duration=static_cast<double>(run_cpp_end_time-run_cpp_start_time)*1.e-9",
    "__dace_gpu_set_all_streams(__state,cudaStreamDefault)",
    "__dace_gpu_set_all_streams(__state,hipStreamDefault)",
};

/// C++ without comments and white space; nullopt where a comment does not end, and where its end
/// is not where it seems to be: after a literal, or with lines that are spliced.
std::optional<std::string> onlyTokens(std::string_view text) {
    if (text.find_first_of("\"'\\") != std::string_view::npos ||
        text.find("?\?/") != std::string_view::npos)
        return std::nullopt;
    std::string result;
    while (!text.empty()) {
        const bool line = text.starts_with("//");
        if (line || text.starts_with("/*")) {
            const std::string_view last = line ? "\n" : "*/";
            const std::size_t end = text.find(last, 2);
            if (end == std::string_view::npos && !line)
                return std::nullopt;
            text.remove_prefix(std::min(end, text.size() - last.size()) + last.size());
            continue;
        }
        if (std::isspace(static_cast<unsigned char>(text.front())) == 0)
            result += text.front();
        text.remove_prefix(1);
    }
    return result;
}

/// Whether every statement is one of GT4Py's.
bool isAdded(std::string_view code) {
    const auto text = onlyTokens(code);
    if (!text)
        return false;
    std::string_view rest = *text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const auto statement = rest.substr(0, end);
        if (!statement.empty() && std::find(kAddedStatements.begin(), kAddedStatements.end(),
                                            statement) == kAddedStatements.end())
            return false;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return true;
}

class Collector {
public:
    void sdfg(const ir::Sdfg& sdfg) {
        const std::string of = fmt::format("of SDFG '{}'", printable(sdfg.name));
        blocks(sdfg, sdfg.globalCode, Kind::global, "global", of);
        blocks(sdfg, sdfg.initCode, Kind::init, "init", of);
        blocks(sdfg, sdfg.exitCode, Kind::exit, "exit", of);
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                this->state(block, *state);
        });
    }
    std::vector<RawCode> take() { return std::move(found_); }

private:
    using Kind = RawCode::Kind;
    using Blocks = std::map<std::string, ir::CodeBlock, std::less<>>;

    void add(RawCode code) {
        if (!isAdded(code.text)) // nothing at all counts as added
            found_.push_back(std::move(code));
    }
    void blocks(const ir::Sdfg& sdfg, const Blocks& code, Kind kind, std::string_view name,
                const std::string& of) {
        for (const auto& [file, block] : code)
            if (file != kAssumptionsFile && file != kBoundariesFile) // no compiler gets them
                add({.kind = kind,
                     .element = sdfg.id,
                     .where = fmt::format("{} code ({}) {}", name, printable(file), of),
                     .text = block.text,
                     .file = file});
    }
    void state(const ir::Block& block, const ir::State& state) {
        for (const ir::NodePtr& node : state.nodes) {
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                sdfg(*nested->sdfg);
            if (const auto* tasklet = node->as<ir::Tasklet>())
                this->tasklet(block, *node, *tasklet);
        }
    }
    void tasklet(const ir::Block& block, const ir::Node& node, const ir::Tasklet& tasklet) {
        const std::string name = fmt::format("tasklet '{}' in state '{}'", printable(tasklet.label),
                                             printable(block.label));
        const auto add = [&](Kind kind, const std::string& what, const std::string& text) {
            this->add({.kind = kind,
                       .element = node.id,
                       .where = what + name,
                       .text = text,
                       .file = "null",
                       .ofTasklet = true});
        };
        if (tasklet.code.language != ir::Language::Python)
            add(Kind::tasklet, "", tasklet.code.text);
        add(Kind::global, "global code of ", tasklet.codeGlobal.text);
        add(Kind::init, "init code of ", tasklet.codeInit.text);
        add(Kind::exit, "exit code of ", tasklet.codeExit.text);
        for (const std::string& field : tasklet.stateFields)
            add(Kind::stateField, "state field of ", field);
    }

    std::vector<RawCode> found_;
};

/// The place, then the first lines of its code, indented.
void addNotes(const RawCode& code, std::vector<std::string>& notes) {
    constexpr int kLines = 4;
    notes.push_back(code.where + ":");
    std::string_view rest = code.text;
    for (int shown = 0; !rest.empty(); ++shown) {
        if (shown == kLines) {
            notes.emplace_back("    ...");
            return;
        }
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        notes.push_back("    " + printableLines(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

} // namespace

std::vector<RawCode> rawCode(const ir::Sdfg& program) {
    Collector collector;
    collector.sdfg(program);
    return collector.take();
}

bool isAddedByGt4py(const ir::Tasklet& tasklet) {
    return tasklet.code.language == ir::Language::CPP && !tasklet.code.empty() &&
           isAdded(tasklet.code.text);
}

bool isAddedByGt4py(const ir::CodeBlock& initCode) {
    return isAdded(initCode.text);
}

Diagnostic untrustedCode(const std::vector<RawCode>& code) {
    Diagnostic diagnostic;
    diagnostic.code = "untrusted-code";
    const std::string others = code.size() < 2 ? ""
                               : code.size() == 2
                                   ? " and in one more place"
                                   : fmt::format(" and in {} more places", code.size() - 1);
    diagnostic.sentence =
        fmt::format("the graph carries C++ of its own, in the {}{}, which is not compiled before "
                    "you agree to it",
                    code.empty() ? "" : code.front().where, others);
    for (const RawCode& one : code) {
        diagnostic.location.elements.push_back(one.element);
        addNotes(one, diagnostic.notes);
    }
    return diagnostic;
}

} // namespace mw::analysis
