// mw show: the graph as a picture, drawn by Graphviz's dot.
#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/rows_picture.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/dot_text.h"
#include "core/io/file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace mw::cli::show_verb {

namespace {

/// Runs `dot -TFORMAT -o OUT IN`.
Expected<void> runDot(const std::string& format, const std::string& in, const std::string& out) {
    std::string program = "dot";
    std::string formatFlag = "-T" + format;
    std::string outFlag = "-o" + out;
    std::string input = in;
    char* const arguments[] = {program.data(), formatFlag.data(), outFlag.data(), input.data(),
                               nullptr};
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, "dot", nullptr, nullptr, arguments, environ))
        return fail("no-tool", std::string("Graphviz's dot cannot be started (") +
                                   std::strerror(error) +
                                   "): install the package graphviz, or write a .dot file");
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fail("dot-failed", "Graphviz's dot failed on this graph");
    return {};
}

/// A folder that nobody else has; removed at the end with what is in it.
class ScratchFolder {
public:
    ScratchFolder() {
        std::error_code error;
        std::string name = (std::filesystem::temp_directory_path(error) / "mw-XXXXXX").string();
        if (mkdtemp(name.data()))
            path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty())
            std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string operator/(const std::string& file) const { return (path_ / file).string(); }

private:
    std::filesystem::path path_; ///< empty: there is none; files then go to the current folder
};

/// What dot makes of the graph; the file asked for is only written when it is complete.
Expected<std::string> drawn(const std::string& format, const std::string& text) {
    const ScratchFolder folder;
    const std::string in = folder / "graph.dot";
    const std::string out = folder / "graph";
    MW_CHECK(io::writeFileAtomically(in, text, io::Flush::no));
    MW_CHECK(runDot(format, in, out));
    return io::readFile(out);
}

struct Options {
    ProgramOption program;
    std::string out;               ///< .svg, .png, .pdf (with Graphviz's dot) or .dot
    bool rows = false;             ///< kernels as rows, in place of the graph
    workbench::InputChoice inputs; ///< whose sizes the rows' bytes are of
    bool json = false;
};

Expected<std::string> rowsOf(const OpenProgram& open, const Options& options) {
    MW_TRY(const auto sizes, sizesFor(open, options.inputs, workbench::gpuGrid()));
    return rowsPicture(*open.document(), sizes.values);
}

/// The picture as it is, without a program that draws it.
Exit showRows(const OpenProgram& open, const Options& options) {
    const auto picture = rowsOf(open, options);
    if (!picture)
        return failed(picture.error(), Exit::badFile);
    if (auto written = io::writeFileAtomically(options.out, *picture); !written)
        return failed(written.error(), Exit::badFile);
    printWritten(options.out, options.json);
    return Exit::done;
}

Exit show(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!canWrite({options.out}, filesRead(open->project, options.inputs)))
        return Exit::badFile;
    const std::string extension = std::filesystem::path(options.out).extension().string();
    if (options.rows && extension != ".svg")
        return failed({Severity::error,
                       "bad-format",
                       "'" + options.out + "' must end in .svg, which --rows draws",
                       {},
                       {}},
                      Exit::usage);
    if (options.rows)
        return showRows(*open, options);
    std::string picture = workbench::dotText(*open->document());
    if (extension == ".svg" || extension == ".png" || extension == ".pdf") {
        auto made = drawn(extension.substr(1), picture);
        if (!made)
            return failed(made.error(), Exit::runFailed);
        picture = std::move(*made);
    } else if (extension != ".dot" && extension != ".gv") {
        return failed({Severity::error,
                       "bad-format",
                       "'" + options.out + "' must end in .svg, .png, .pdf or .dot",
                       {},
                       {}},
                      Exit::usage);
    }
    if (auto written = io::writeFileAtomically(options.out, picture); !written)
        return failed(written.error(), Exit::badFile);
    printWritten(options.out, options.json);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    command.add_option("-o,--output", options->out, ".svg, .png, .pdf (Graphviz) or .dot")
        ->required();
    options->program.inputs = &options->inputs;
    command.add_flag("--rows", options->rows,
                     "Draw the program view in place of the graph: kernels as rows, with the bytes "
                     "that they move, over lanes of arrays (.svg, which needs no Graphviz)");
    addInputOptions(command, options->inputs, "Of --rows, bytes for the sizes of this scenario",
                    "Of --rows, bytes for the sizes of torus:NX,NY,LEVELS");
    command.add_flag("--json", options->json, "Say as JSON what was written");
    command.callback([options, &action] { action = [options] { return show(*options); }; });
}

} // namespace

Verb verb() {
    return {"show", "Draw the graph, or kernels as rows over arrays", setUp};
}

} // namespace mw::cli::show_verb
