// Bytes -> reader: whatever they are, reading ends in an error or in a document that can be written
// in both dialects and read again.

#include "core/io/sdfg_io.h"
#include "core/ir/index.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mw;
    const io::ReadLimits limits{.maxBytes = std::size_t{16} << 20U, .maxElements = 100'000};
    const std::string_view bytes(reinterpret_cast<const char*>(data), size); // NOLINT
    const auto document = io::readSdfg(bytes, limits);
    if (!document)
        return 0;
    const ir::DocumentIndex index(*document);
    const auto text = io::writeSdfg(**document);
    if (!text || !io::readSdfg(*text))
        std::abort();
    for (const auto dialect : {symbolic::Dialect::plain, symbolic::Dialect::dollar})
        if (!io::writeSdfg(**document, {dialect, std::nullopt}))
            std::abort();
    return 0;
}
