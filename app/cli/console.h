#pragma once

#include "app/cli/exit_code.h"
#include "core/support/diagnostic.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mw::cli {

/// To standard output; everything a command produces goes through here. Control characters that a
/// file brought are spelled out; JSON stays the same value by that.
void print(const std::string& text);
/// print(), but to standard error where `file`, which was just written, is a device or a pipe: it
/// may be standard output.
void printAbout(const std::string& file, const std::string& text);
/// What canWrite() looks through.
void rememberArguments(int count, const char* const* arguments);
/// Before the work is done whose results go there: whether files (empty: not asked for) can be
/// written, are no inputs, and are not one and the same; one that is there and that the command
/// line names more than once is an input. Complains where not.
bool canWrite(const std::vector<std::string>& files, const std::vector<std::string>& inputs);
/// Keeps what a command was about until the process is gone: to take a large program apart piece by
/// piece takes longer than what the system does then.
void leaveToExit(std::shared_ptr<const void> value);
/// The exit code of a command: another one where what it printed could not be written.
Exit finish(Exit exit);

/// An argument of line(): texts with their control characters and line breaks spelled out.
template <class T>
decltype(auto) shown(const T& value) {
    if constexpr (std::is_convertible_v<const T&, std::string_view>)
        return printable(std::string_view(value));
    else
        return (value);
}
/// One line of a command's text: the arguments bring no line breaks of their own.
template <class... Args>
std::string line(std::string_view format, const Args&... args) {
    return fmt::format(fmt::runtime(format), shown(args)...) + "\n";
}
/// What a command says of the file that it wrote: a line, or JSON with its size.
void printWritten(const std::string& file, bool json);
/// `mw: TEXT` to standard error, unless that is to be quiet: what nobody has to act upon. `kind`:
/// "note" or "warning", which stands before it; empty: neither.
void remark(std::string_view kind, const std::string& text);
/// `mw: sentence (at place)` to standard error, and below it what to do, where that is known.
void complain(const Diagnostic& diagnostic);
/// complain(), and the exit code that fits: what the machine lacks is told from what failed.
Exit failed(const Diagnostic& diagnostic, Exit otherwise);

} // namespace mw::cli
