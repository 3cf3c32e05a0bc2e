#pragma once

#include <QString>

#include <vector>

namespace mw::app {

/// Samples of what a user of the whole window waits for, milliseconds; the panels, the autosave and
/// the work in the background are as in every window.
struct WindowBench {
    std::vector<double> coldStart;  ///< of the program with the file, to the presented picture
    std::vector<double> matches;    ///< from a selection to its list of transformations
    std::vector<double> undo, redo; ///< to the presented picture
    std::vector<double> goTo;       ///< from a variant to another one in the history
    double residentMegabytes = 0;   ///< of a program that shows the file; 0: not known
    QString step;                   ///< the transformation that undo takes back; empty: none fits
};

/// `repeats` samples of each after one warm-up. Empty lists: what the file does not offer.
WindowBench benchWindow(const QString& file, int repeats);

} // namespace mw::app
