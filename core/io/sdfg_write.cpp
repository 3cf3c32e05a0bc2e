// From a document to bytes.
#include "core/io/detail/raw_numbers.h"
#include "core/io/detail/writer.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"

#include <algorithm>
#include <new>
#include <utility>

namespace mw::io {

namespace {

/// How a file is spelt, and the version that it states (empty: none).
std::pair<Spelling, std::string> targetOf(const ir::Document& document,
                                          const WriteOptions& options) {
    using symbolic::Dialect;
    const auto& format = document.format;
    const Dialect dialect = options.dialect.value_or(format.dialect);
    std::string version = format.daceVersion;
    if (options.dace)
        version = ir::print(*options.dace);
    else if (dialect != format.dialect || (!document.root->origin && version.empty()))
        version = dialect == Dialect::dollar ? "2.0.0a6" : "1.0.0";
    const ir::DaceRules rules = ir::rulesOf(version);
    if (options.dace) // which reads the dialect of the version that a file states
        return {{rules.dollar ? Dialect::dollar : Dialect::plain, rules}, version};
    return {{dialect, rules}, version};
}

} // namespace

Expected<std::string> writeSdfg(const ir::Document& document, const WriteOptions& options) try {
    const auto [spelling, version] = targetOf(document, options);
    Writer writer(document, spelling, version);
    const Json json = writer.document();
    // ASCII only, as Python writes it. Text that an edit brought in and that is no UTF-8 must not
    // make a file unwritable.
    constexpr int kIndent = 2;
    std::string text = json.dump(document.format.indented ? kIndent : -1, ' ', true,
                                 Json::error_handler_t::replace);
    unmarkRawNumbers(text);
    return text;
} catch (const std::bad_alloc&) {
    return fail("out-of-memory", "there is not enough memory to write this graph");
} catch (const std::exception& error) {
    return fail("internal-error", std::string("writing failed: ") + error.what());
}

Expected<void> writeSdfgFile(const ir::Document& document, const std::filesystem::path& path,
                             const WriteOptions& options) {
    MW_TRY(std::string text, writeSdfg(document, options));
    if (options.compressed.value_or(path.extension() == ".sdfgz")) {
        MW_TRY(text, gzip(text));
    }
    return writeFileAtomically(path, text);
}

} // namespace mw::io
