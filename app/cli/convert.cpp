#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/io/sdfg_io.h"

namespace mw::cli {

Exit convert(const ConvertOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    io::WriteOptions write;
    if (!options.dialect.empty())
        write.dialect =
            options.dialect == "dollar" ? symbolic::Dialect::dollar : symbolic::Dialect::plain;
    if (auto written = io::writeSdfgFile(*document, options.out, write); !written)
        return failed(written.error(), Exit::badFile);
    printWritten(options.out, options.json);
    return Exit::done;
}

} // namespace mw::cli
