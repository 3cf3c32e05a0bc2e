// mw completion: what a shell needs to complete commands, options and their values.

#include "app/cli/completion/table.h"
#include "app/cli/console.h"
#include "app/cli/verb.h"

#include <memory>

namespace mw::cli::completion_verb {

namespace {

struct Options {
    std::string shell;
};

Exit complete(const Options& options, const CLI::App& program) {
    const auto table = completion::tableOf(program);
    print(options.shell == "bash"  ? completion::bashScript(table)
          : options.shell == "zsh" ? completion::zshScript(table)
                                   : completion::fishScript(table));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("SHELL", options->shell, "The shell whose script is printed")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command.footer("For this session: source <(mw completion bash); source <(mw completion zsh); "
                   "mw completion fish | source. For all: the same line in ~/.bashrc, ~/.zshrc or "
                   "~/.config/fish/config.fish. An installed package has them already.");
    command.callback([options, &command, &action] {
        action = [options, program = command.get_parent()] { return complete(*options, *program); };
    });
}

} // namespace

Verb verb() {
    return {"completion", "What bash, zsh or fish need to complete commands and options", setUp};
}

} // namespace mw::cli::completion_verb
