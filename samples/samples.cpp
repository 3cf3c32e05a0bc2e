// The sample programs by name.
#include "samples/samples.h"

#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "samples/builder/lower.h"

namespace mw::samples {

Expected<std::string> build(const std::filesystem::path& folder, const std::string& name) {
    const auto path = folder / (name + ".graph");
    MW_TRY(const std::string text, io::readFile(path));
    auto document = ir::parseDump(text);
    if (!document) {
        auto error = std::move(document).error();
        error.location.file = path.string();
        return fail(std::move(error));
    }
    return io::writeSdfg(**document);
}

Expected<void> write(const std::filesystem::path& folder, const std::string& name,
                     const std::filesystem::path& out) {
    MW_TRY(const std::string text, build(folder, name));
    return io::writeFileAtomically(out / (name + ".sdfg"), text);
}

std::vector<Generation> generationsOf(const Rung& rung) {
    return rung.inBoth ? std::vector{Generation::gt4py109, Generation::gt4py121}
                       : std::vector{Generation::gt4py121};
}

std::filesystem::path graphFile(const Rung& rung, Generation generation) {
    const auto suffix = generation == Generation::gt4py121 ? ".sdfgz" : ".gt4py-1.0.9.sdfgz";
    return std::filesystem::path(folderOf(rung)) / (rung.make().name() + suffix);
}

std::filesystem::path scenarioFile(const Rung& rung, Generation generation) {
    return graphFile(rung, generation).replace_extension(".scenario.json");
}

std::string scenarioText(const Rung& rung) {
    // The ladder's grids can be made.
    return inputs::toJson(rung.make().scenario(*inputs::resolved(*inputs::parseGrid(rung.grid))));
}

Expected<void> write(const Rung& rung, const std::filesystem::path& out) {
    std::error_code error;
    std::filesystem::create_directories(out / folderOf(rung), error);
    if (error)
        return fail("not-written",
                    "cannot make '" + (out / folderOf(rung)).string() + "': " + error.message());
    for (const Generation generation : generationsOf(rung)) {
        MW_CHECK(io::writeFileAtomically(out / scenarioFile(rung, generation), scenarioText(rung)));
        const auto path = out / graphFile(rung, generation);
        MW_TRY(const auto text, sdfgText(rung.make(), generation));
        if (const auto there = io::readSdfgFile(path)) {
            const auto same = io::writeSdfg(**there);
            if (same && *same == text)
                continue;
        }
        MW_TRY(const auto document, io::readSdfg(text));
        MW_CHECK(io::writeSdfgFile(*document, path));
    }
    return {};
}

} // namespace mw::samples
