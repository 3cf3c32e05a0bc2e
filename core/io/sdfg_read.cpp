// From bytes to a document.
#include "core/io/detail/dialect_of.h"
#include "core/io/detail/reader.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "core/support/file_kind.h"

#include <fmt/format.h>

#include <new>

namespace mw::io {

namespace {

/// Not JSON at all: says what it looks like.
Unexpected notJson(std::string_view bytes) {
    const auto first = static_cast<unsigned char>(bytes.front());
    if (first == 0x80 || bytes.starts_with("(dp") || bytes.starts_with("cdace"))
        return fail("pickle", "this is a Python pickle, which runs code when it is read: save the "
                              "SDFG as JSON (sdfg.save) instead");
    if (const auto kind = kindOfBytes(bytes); !kind.empty())
        return fail("not-an-sdfg", fmt::format("this is {}, not an SDFG", kind));
    return fail("not-an-sdfg", "this is not an SDFG: JSON text that begins with { is expected");
}

/// JSON, but of something else.
Expected<void> checkKind(const Json& json) {
    if (find(json, "type"))
        return {};
    const auto kind = kindOfJson([&](std::string_view key) { return json.contains(key); });
    return fail("not-an-sdfg", kind.empty()
                                   ? std::string("this is JSON, but no SDFG: it has no 'type'")
                                   : fmt::format("this is {}, not an SDFG", kind));
}

Expected<ir::DocumentPtr> readJsonText(std::string_view text, bool compressed,
                                       const ReadLimits& limits,
                                       const std::optional<ir::DaceVersion>& dace) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return fail("empty-file", "the file is empty");
    if (text[start] != '{')
        return notJson(text.substr(start));
    MW_TRY(Json json, parseJson(text, limits.maxDepth));
    MW_CHECK(checkKind(json));

    auto document = std::make_shared<ir::Document>();
    document->format.compressed = compressed;
    document->format.indented = text.find('\n', start) < start + 4;
    document->format.daceVersion.clear();
    if (const Json* version = find(json, "dace_version"); version && version->is_string())
        document->format.daceVersion = version->get<std::string>();
    const auto written = dialectOf(json, text, ir::rulesOf(document->format.daceVersion).dollar);
    document->format.dialect = written;
    if (dace) { // DaCe reads the dialect of the version that a file states
        document->format.daceVersion = ir::print(*dace);
        document->format.dialect =
            ir::rulesOf(*dace).dollar ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    }

    Reader reader(limits, {written, ir::rulesOf(document->format.daceVersion)});
    document->root = reader.sdfg(json, Path{});
    if (reader.failed())
        return fail(reader.error());
    document->nextId = reader.nextId();
    return document;
}

} // namespace

Expected<ir::DocumentPtr> readSdfg(std::string_view bytes, const ReadLimits& limits,
                                   const std::optional<ir::DaceVersion>& dace) try {
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.remove_prefix(3);
    if (bytes.empty())
        return fail("empty-file", "the file is empty");
    if (isGzip(bytes)) {
        MW_TRY(const std::string text, gunzip(bytes, limits.maxBytes));
        return readJsonText(text, true, limits, dace);
    }
    if (bytes.size() > limits.maxBytes)
        return fail("too-big", "the file is larger than the limit of " +
                                   std::to_string(limits.maxBytes) + " bytes");
    return readJsonText(bytes, false, limits, dace);
} catch (const std::bad_alloc&) {
    return fail("out-of-memory", "there is not enough memory to read this file");
} catch (const std::exception& error) {
    return fail("internal-error", std::string("reading failed: ") + error.what());
}

Expected<ir::DocumentPtr> readSdfgFile(const std::filesystem::path& path, const ReadLimits& limits,
                                       const std::optional<ir::DaceVersion>& dace) {
    const auto named = [&](Diagnostic diagnostic) {
        diagnostic.location.file = path.string();
        return fail(std::move(diagnostic));
    };
    auto bytes = readFile(path, limits.maxBytes);
    if (!bytes)
        return named(std::move(bytes).error());
    auto document = readSdfg(*bytes, limits, dace);
    if (!document)
        return named(std::move(document).error());
    return document;
}

} // namespace mw::io
