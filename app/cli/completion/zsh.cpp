// Completion for zsh.

#include "app/cli/completion/cases.h"

#include <fmt/format.h>

namespace mw::cli::completion {

namespace zsh_parts {

namespace {

constexpr const char* kBegin = R"(#compdef mw
# Completion of mw for zsh: source <(mw completion zsh), or as a file _mw in a folder of $fpath
_mw() {
    local word=${words[CURRENT]} before=${words[CURRENT-1]} command='' below='' one
    local -a names options valued choices
    for one in ${words[2,CURRENT-1]}; do
        if [[ -z $command ]]; then
            [[ $one == -* ]] || command=$one
        elif [[ -z $below ]] && (( ${names[(I)$one:*]} )); then
            below=$one
        fi
)";

constexpr const char* kEnd = R"(    if [[ $word == -* ]]; then
        _describe -o option options
        return
    elif (( $#choices )); then
        compadd -a choices
        return
    elif [[ -z $below ]] && (( ! ${valued[(Ie)$before]} )); then
        _describe command names
    fi
    [[ -z $command ]] || _files
}
if [[ $funcstack[1] == _mw ]]; then
    _mw "$@"
else
    compdef _mw mw
fi
)";

/// "name:what it is"
std::string described(const std::string& name, const std::string& summary) {
    return " " + inQuotes(name + ":" + summary);
}

std::string namesBelow(const Command& command) {
    std::string text;
    for (const auto& below : command.commands)
        text += described(below.name, below.summary);
    return "names=(" + text + " )";
}

std::string optionsOf(const Command& command) {
    std::string all, valued;
    for (const auto& option : command.options)
        for (const auto& name : option.names) {
            all += described(name, option.summary);
            valued += option.takesValue ? " " + inQuotes(name) : "";
        }
    return fmt::format("options+=({} ); valued+=({} )", all, valued);
}

std::string choicesOf(const Option& option) {
    std::string text;
    for (const auto& choice : option.choices)
        text += " " + inQuotes(choice);
    return "choices=(" + text + " )";
}

} // namespace

} // namespace zsh_parts

std::string zshScript(const Command& program) {
    using namespace zsh_parts;
    constexpr Syntax syntax{namesBelow, optionsOf, choicesOf};
    return kBegin + nameCases(program, syntax) + "    done\n    [[ -n $command ]] || " +
           namesBelow(program) + "\n" + optionCases(program, syntax) + kEnd;
}

} // namespace mw::cli::completion
