// The pages of the tour: what they say, what they wait for.
#include "app/gui/tour/steps.h"

#include "app/gui/pane.h"

#include <QtGlobal>

#include <array>

namespace mw::app {

namespace {

constexpr std::array kSteps{
    TourStep{
        .id = "graph",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "What you see"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "nabla4, a stencil of ICON's diffusion, as an <b>SDFG</b>: a graph of what is computed "
            "and of the data that move. It is read from top to bottom, along the lines.<p>Drag the "
            "picture to move it, zoom with the wheel; {do:view-fit} shows all of it.<p>Words in "
            "this colour are actions: menu and keys stand beside them, and a click does them."),
        .view = PaneView::canvas,
    },
    TourStep{
        .id = "map",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "A map"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The box that is selected, {map}, is a <b>map</b>: a loop over<p>{range}<p>whose "
            "iterations do not depend on each other, so that all of them may run at once. What "
            "stands inside is done for every edge and every level.<p>Each of the outermost boxes "
            "is a <b>kernel</b>: on a GPU a launch of its own.<p>The Inspector, at the right, says "
            "what it reads and writes."),
        .target = TourTarget::map,
    },
    TourStep{
        .id = "access-node",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "An access node"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "{argument}, above the map, is an <b>access node</b>: the array from which the map "
            "reads. This one is an <b>argument</b> of the program: it belongs to the caller, so "
            "the {bytes} that are needed of it have to be read whatever we do.<p>Square nodes with "
            "the sign of a table are neighbour tables: they say which vertices lie around an "
            "edge."),
        .target = TourTarget::argument,
    },
    TourStep{
        .id = "memlet",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "A memlet"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The line between the two is a <b>memlet</b>: it says which elements move.<p>{memlet}"
            "<p>Outside of a map that is all that the loop as a whole needs; follow the line into "
            "the box, and it is what one iteration needs. Every number of bytes in this window "
            "comes from memlets."),
        .target = TourTarget::memlet,
    },
    TourStep{
        .id = "temporary",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "A temporary"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Between two maps stands a <b>temporary</b>: an array that one kernel writes to memory "
            "only for the next one to read it back. Nobody outside needs it, and its outline is "
            "dashed. Such round trips are most of what a stencil program waits for."),
        .task = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Select a temporary: click an access node between two maps, or take one from the "
            "Outline ({do:show-outline})."),
        .view = PaneView::canvas,
        .check = tour::temporarySelected,
        .rewind = TourRewind::selection,
    },
    TourStep{
        .id = "kernels",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "The program as a list"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The graph shows how; the <b>program view</b> shows how much. A row is a kernel, named "
            "by what it writes, with the bytes that it moves. A lane is an array, drawn for as "
            "long as it lives: filled where it is written, open where it is read."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour", "Show it: {do:view-program}."),
        .check = tour::kernelsShown,
        .rewind = TourRewind::graph,
    },
    TourStep{
        .id = "find",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Two maps that should be one"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Two maps over the same range, with a temporary between them, can be one: the value "
            "then stays in a register. The brackets left of the rows say where, and how many "
            "bytes that saves. A dotted one is refused; its tooltip has the reason."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour",
                                  "Choose a bracket: click it, or {do:program-next-bracket}. "
                                  "Selecting both maps in the graph counts too."),
        .view = PaneView::program,
        .check = tour::fusionChosen,
        .rewind = TourRewind::bracket,
    },
    TourStep{
        .id = "fuse",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Fuse them"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Watch two things: the lane of the temporary between the two rows, and the total at "
            "the foot of the list.<p>Nothing can be lost: every step makes a new <b>variant</b>, "
            "and the one before stays."),
        .task = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "With a bracket chosen in the program view, press Enter twice (first it shows "
            "what would change), or {do:apply-step}."),
        .view = PaneView::program,
        .check = tour::fused,
        .rewind = TourRewind::fusion,
    },
    TourStep{
        .id = "fuse-all",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "And the others"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "What is right at one place is right at all of them. A transformation can be applied "
            "again and again until no place is left; each time is a variant of its own."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour",
                                  "Fuse everywhere: {do:apply-all-map-fusion-vertical}."),
        .check = tour::allFused,
        .rewind = TourRewind::original,
    },
    TourStep{
        .id = "block",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Block over k"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "All levels k of an edge have the same neighbours and the same geometry. "
            "<b>Blocked</b>, one thread does several levels one after another, and reads once per "
            "block what does not depend on k: here the rows of the tables of neighbours."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour", "In {do:show-transformations} stands \"Block a "
                                                   "dimension\", refused as it is; beside the "
                                                   "list stands why. In its form, further down, "
                                                   "tick \"promote independent memlets\" (read "
                                                   "rows of tables once per block), and apply it."),
        .check = tour::blocked,
        .rewind = TourRewind::unblocked,
        .panel = "transformations",
        .transformation = "loop-blocking",
    },
    TourStep{
        .id = "pin",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "What to compare"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Fewer bytes are a promise; time decides. Variants with a <b>pin</b> are compared, the "
            "first of them with each of the others. All that you made are in {do:show-history}: a "
            "click on a name shows it."),
        .task = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Pin three: the original, the last fused one, the blocked one. The boxes stand in the "
            "last column of History; {do:pin-current} pins what is shown, and {do:edit-undo} and "
            "{do:goto-original} lead to the others."),
        .check = tour::pinned,
        .rewind = TourRewind::pins,
        .panel = "history",
    },
    TourStep{
        .id = "run",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Run"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The variants become source text, are compiled, compute the same inputs, and are "
            "timed in turns, so that a busy moment meets all of them. No GPU is needed: without "
            "one the processor runs them, which takes a minute or a few; the window stays usable."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour", "Run what is pinned: {do:run-bench}."),
        .check = tour::measured,
        .panel = "timings",
    },
    TourStep{
        .id = "verify",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Is it still the same program?"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Before anything was timed, all that a variant computes was compared with the first "
            "one, every element of every array. And each variant was already run on small inputs "
            "by the interpreter, when you made it: had it differed, a line at the top of the "
            "window would have said so."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour",
                                  "Nothing to do, if all is well: the outputs have to agree."),
        .check = tour::verified,
    },
    TourStep{
        .id = "compare",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Which is faster?"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The table of {do:show-timings} has a row for each kernel and a column for each "
            "variant; the fused kernel stands beside the sum of those that it replaced. In "
            "parentheses: what the ratio lies between, with 95 %. What noise could explain is not "
            "called faster, and on a machine that is busy with other work nothing is: run again "
            "when it is quiet."),
        .task =
            QT_TRANSLATE_NOOP("mw::app::tour", "Read how the variants compare with the original."),
        .check = tour::compared,
        .panel = "timings",
    },
    TourStep{
        .id = "undo",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Undo a step"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Undoing goes to the variant before. It takes nothing away, neither the step nor its "
            "times; another step from there begins a branch beside it."),
        .task =
            QT_TRANSLATE_NOOP("mw::app::tour", "Undo the last step: {do:edit-undo}. "
                                               "({do:edit-redo}, where there is nothing to undo.)"),
        .check = tour::undone,
        .rewind = TourRewind::redone,
        .panel = "history",
    },
    TourStep{
        .id = "keep",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Keep the better one"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Fewer bytes are not always less time: on some machines blocking pays, on others it "
            "does not. That is why every step is measured, and why the worse one may go."),
        .task = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "Go to the faster of your variants in {do:show-history} (to either, where they were "
            "not ranked), and take the pin from the other one. The original keeps its own, to "
            "compare with."),
        .check = tour::kept,
        .rewind = TourRewind::everyPin,
        .panel = "history",
    },
    TourStep{
        .id = "export",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Take it home"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "The variant leaves as an SDFG under a name of its own, with the arguments of the "
            "original, so that DaCe and GT4Py take it in its place. An input is never written."),
        .task = QT_TRANSLATE_NOOP("mw::app::tour", "Export it: {do:export-variant}."),
        .check = tour::exported,
    },
    TourStep{
        .id = "granule",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "Programs in a row"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "A model calls its programs one after the other, and what one writes the next one "
            "reads. <b>Linked</b>, they are one program, and steps go across what were calls: an "
            "array that only passed between two of them may go, as any temporary.<p>"
            "{do:link-programs} shows the calls in order, and the arrays that they share; the "
            "button Sequence takes a file that says both. The sample granule.sequence.json is a "
            "diffusion step, five rungs of the ladder.<p>The linked program opens as any other: "
            "{do:optimise-default} rewrites it, {do:run-bench} compares and times it. The "
            "terminal has the same three: mw link, mw optimise, mw bench."),
    },
    TourStep{
        .id = "end",
        .title = QT_TRANSLATE_NOOP("mw::app::tour", "That is all of it"),
        .text = QT_TRANSLATE_NOOP(
            "mw::app::tour",
            "See, rewrite, verify, time, keep: every program goes this way.<p>File › Samples is "
            "a ladder, from an element-wise update to the vertically implicit solver. "
            "{do:optimise-default} does by itself what you did by hand, as far as it predicts a "
            "gain. {do:palette} finds every action by a few letters.<p>The tour stays in the menu "
            "Help; the list above leads to any of its steps."),
    },
};

} // namespace

std::span<const TourStep> tourSteps() {
    return kSteps;
}

} // namespace mw::app
