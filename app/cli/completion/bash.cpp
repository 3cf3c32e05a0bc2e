// Completion for bash.

#include "app/cli/completion/cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::cli::completion {

namespace bash_parts {

namespace {

constexpr const char* kBegin = R"(# Completion of mw for bash: source <(mw completion bash)
_mw() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local i one command='' below='' names='' options='' valued='' choices=''
    for ((i = 1; i < COMP_CWORD; i++)); do
        one=${COMP_WORDS[i]}
        if [ -z "$command" ]; then
            [[ $one == -* ]] || command=$one
        elif [ -z "$below" ] && [[ " $names " == *" $one "* ]]; then
            below=$one
        fi
)";

constexpr const char* kEnd = R"(    COMPREPLY=()
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        return
    elif [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
        return
    elif [ -z "$below" ] && [[ " $valued " != *" $before "* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
    fi
    if [ -n "$command" ]; then
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _mw mw
)";

std::string namesBelow(const Command& command) {
    std::string names;
    for (const auto& below : command.commands)
        names += (names.empty() ? "" : " ") + below.name;
    return "names=" + inQuotes(names);
}

std::string optionsOf(const Command& command) {
    std::string all, valued;
    for (const auto& option : command.options)
        for (const auto& name : option.names) {
            all += " " + name;
            valued += option.takesValue ? " " + name : "";
        }
    return fmt::format("options+={}; valued+={}", inQuotes(all), inQuotes(valued));
}

std::string choicesOf(const Option& option) {
    return "choices=" + inQuotes(fmt::format("{}", fmt::join(option.choices, " ")));
}

} // namespace

} // namespace bash_parts

std::string bashScript(const Command& program) {
    using namespace bash_parts;
    constexpr Syntax syntax{namesBelow, optionsOf, choicesOf};
    return kBegin + nameCases(program, syntax) + "    done\n    [ -n \"$command\" ] || " +
           namesBelow(program) + "\n" + optionCases(program, syntax) + kEnd;
}

} // namespace mw::cli::completion
