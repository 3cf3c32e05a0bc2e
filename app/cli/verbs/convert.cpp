// mw convert: writes the file again, in either text dialect.

#include "app/cli/console.h"
#include "app/cli/verb.h"
#include "core/io/sdfg_io.h"

#include <memory>

namespace mw::cli {

namespace {

struct Options {
    std::string file, out;
    std::string dialect; ///< "", "plain" or "dollar"
    bool json = false;
};

Exit convert(const Options& options) {
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

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file)->required();
    command.add_option("-o,--output", options->out, ".sdfg or .sdfgz")->required();
    command.add_option("--dialect", options->dialect, "plain or dollar (default: as read)")
        ->check(CLI::IsMember({"plain", "dollar"}));
    command.add_flag("--json", options->json, "Say as JSON what was written");
    command.callback([options, &action] { action = [options] { return convert(*options); }; });
}

} // namespace

Verb convertVerb() {
    return {"convert", "Write the file again, in either text dialect", setUp};
}

} // namespace mw::cli
