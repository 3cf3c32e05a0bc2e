// One open program: its input, its tree of variants, its measurements.

#include "app/workbench/program.h"

#include "app/workbench/run_values.h"
#include "core/analysis/structure.h"
#include "core/bench/ranking.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/support/base64.h"
#include "core/support/hash.h"

#include <algorithm>

namespace mw::workbench {

namespace fs = std::filesystem;

bool Program::hasWork() const {
    const auto& root = history->root();
    return history->variants().size() > 1 || root.pinned || root.name != "original" ||
           !root.note.empty() || !history->bookmarks().empty() || !detached.empty() ||
           !measurements.empty() || !tuning.trials().empty();
}

std::size_t Program::unexported() const {
    const auto variants = history->variants().size() - 1;
    return variants - std::min(variants, exported.size());
}

bool Program::isCurrentExported() const {
    return current().id == history->root().id || exported.contains(current().id);
}

Expected<ProgramPtr> programOf(std::string path, std::string content,
                               const std::optional<ir::DaceVersion>& dace) {
    auto document = io::readSdfg(content, {}, dace);
    if (!document) {
        document.error().location.file = path;
        return fail(std::move(document).error());
    }
    auto program = std::make_shared<Program>();
    program->history = std::make_unique<history::History>(std::move(*document));
    program->path = std::move(path);
    program->dace = dace;
    program->content = std::make_shared<const std::string>(std::move(content));
    return program;
}

ProgramPtr copyOf(const Program& program) {
    auto copy = std::make_shared<Program>();
    copy->history = std::make_unique<history::History>(*program.history);
    copy->path = program.path;
    copy->dace = program.dace;
    copy->content = program.content;
    copy->packed = program.packed;
    copy->exported = program.exported;
    copy->measurements = program.measurements;
    copy->baseline = program.baseline;
    copy->tuning = program.tuning;
    copy->detached = program.detached;
    copy->inputs = program.inputs;
    copy->calls = program.calls;
    copy->kept = program.kept;
    copy->saved = program.saved;
    copy->changes = program.changes;
    return copy;
}

Expected<ProgramPtr> openProgram(const fs::path& path, const std::optional<ir::DaceVersion>& dace) {
    MW_TRY(auto content, io::readFile(path));
    return programOf(path.string(), std::move(content), dace);
}

std::string contentKey(const std::string& content) {
    return toHex(fnv1a64(content));
}

Expected<std::string> packed(const std::string& content) {
    MW_TRY(const auto compressed, io::gzip(content));
    return toBase64(compressed);
}

Expected<std::string> unpacked(const std::string& text) {
    constexpr std::size_t kMost = std::size_t{1} << 31U;
    const auto compressed = fromBase64(text);
    if (!compressed)
        return fail("damaged-file", "the copy of the input is no base64");
    return io::gunzip(*compressed, kMost);
}

std::string structuralKey(const ir::DocumentPtr& document) {
    return toHex(analysis::structuralHashes(ir::DocumentIndex(document)).whole);
}

fs::path canonicalPath(const fs::path& path) {
    std::error_code error;
    auto result = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? path.lexically_normal() : result;
}

bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    if (fs::equivalent(a, b, error) && !error)
        return true;
    return canonicalPath(a) == canonicalPath(b);
}

void keepMeasurement(Program& program, bench::BenchResult result,
                     const std::vector<history::VariantId>& variants) {
    auto& history = *program.history;
    result.calls = program.calls;
    for (std::size_t i = 0; i < variants.size() && i < result.variants.size(); ++i)
        if (history.find(variants[i])) {
            history.setMeasured(variants[i], "device-us", result.variants[i].device.median);
            history.setMeasured(variants[i], "ranked", bench::whyNotRanked(result, i).empty());
        }
    program.measurements.push_back({variants, bench::toJson(result), result.scenario.symbols,
                                    inputs::toString(result.scenario.grid)});
    program.bench = std::move(result);
    program.changed();
}

std::map<history::VariantId, OtherSizes> measuredOnOtherSizes(const Program& program,
                                                              const symbolic::Bindings& shown) {
    std::map<history::VariantId, std::size_t> last;
    for (std::size_t m = 0; m < program.measurements.size(); ++m)
        for (const auto id : program.measurements[m].variants)
            last[id] = m;
    std::map<history::VariantId, OtherSizes> others;
    for (const auto& [id, m] : last) {
        const auto& one = program.measurements[m];
        if (haveSameSizes(one.sizes, shown))
            continue;
        std::size_t first = 0; // of the same sizes
        while (!haveSameSizes(program.measurements[first].sizes, one.sizes) ||
               program.measurements[first].sizes.size() != one.sizes.size())
            ++first;
        others.emplace(id, OtherSizes{one.grid, first});
    }
    return others;
}

std::vector<history::VariantId> variantsToRun(const Program& program) {
    auto variants = program.history->pinned();
    if (!variants.empty())
        return variants;
    const auto original = program.history->root().id;
    if (program.current().id != original)
        variants.push_back(original);
    variants.push_back(program.current().id);
    return variants;
}

} // namespace mw::workbench
