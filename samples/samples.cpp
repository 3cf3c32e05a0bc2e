// The sample programs by name.
#include "samples/samples.h"

#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"

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

} // namespace mw::samples
