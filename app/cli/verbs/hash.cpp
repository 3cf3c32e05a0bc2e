// mw hash: what programs are by structure, as a key.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/program.h"
#include "core/io/sdfg_io.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli::hash_verb {

namespace {

struct Options {
    std::vector<std::string> files;
    std::optional<ir::DaceVersion> dace;
    bool json = false;
};

Exit hashPrograms(const Options& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::string text;
    for (const std::string& file : options.files) {
        const auto document = io::readSdfgFile(file, {}, options.dace);
        if (!document)
            return failed(document.error(), Exit::badFile);
        const std::string key = workbench::structuralKey(*document);
        list.push_back({{"file", file}, {"hash", key}, {"program", (*document)->root->name}});
        text += line("{}  {}", key, file);
    }
    print(options.json ? list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
                       : text);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FILE", options->files, "Graphs (.sdfg, .sdfgz)")->required();
    addDace(command, options->dace);
    command.add_flag("--json", options->json, "Print JSON instead");
    command.callback([options, &action] { action = [options] { return hashPrograms(*options); }; });
}

} // namespace

Verb verb() {
    return {"hash", "A key of each program: the same for the same structure, whatever its file",
            setUp};
}

} // namespace mw::cli::hash_verb
