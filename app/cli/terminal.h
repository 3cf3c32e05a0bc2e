#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// What is done for somebody who looks on: width, colours, a pager, how far the work is. Nothing of
// it happens where standard output or standard error is no terminal.

namespace mw::cli {

/// How a command speaks, as its options say it.
struct Manner {
    bool quiet = false; ///< no notes, warnings and progress on standard error
    bool pages = false; ///< what it prints is read: through a pager, as git does
    bool wraps = false; ///< and may be broken into lines of the terminal's width
};
void setManner(const Manner& manner);
bool isQuiet();

/// Columns of standard output; COLUMNS has the last word. nullopt: it is no terminal.
std::optional<std::size_t> terminalWidth();
/// Of a text in UTF-8.
std::size_t charactersIn(std::string_view text);
/// The text in lines of at most `width` characters, broken at blanks; what follows stands below the
/// second column of a table, or two blanks further in. A word that is longer stays whole.
std::string wrapped(std::string_view text, std::size_t width);
/// wrapped() to the terminal where the command's manner is so.
std::string forTerminal(const std::string& text);

enum class Colour { none, red, yellow, cyan };
/// Text for standard error, coloured where that is a terminal and NO_COLOR is not set.
std::string coloured(std::string_view text, Colour colour);

/// Before the first output: starts the pager where one is wanted ($MAPWRIGHT_PAGER, $PAGER, less;
/// `cat` and nothing at all are none), and takes the progress off the terminal.
void beginOutput();
/// Ends the pager's input and waits until it is left.
void endPager();

/// While it lives: from the second second on, standard error says what goes on and for how long.
class Progress {
public:
    explicit Progress(std::string what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

private:
    struct Line;
    std::unique_ptr<Line> line_; ///< null: nobody looks on
};
/// What the progress says from now on, e.g. "timing 3/10"; from any thread.
void setProgress(std::string what);
/// Whether there is somebody to tell.
bool showsProgress();
/// Takes the line of the progress off the terminal, until it is written the next time.
void clearProgress();

} // namespace mw::cli
