#pragma once

#include "core/history/history.h"
#include "core/support/id.h"

#include <QObject>
#include <QString>

#include <map>

namespace mw::app {

class Docks;
class Notices;
class Pane;
class PaneArea;
class Workspace;

/// Elements that the user marked in the active program, with notes, and notes on its variants: kept
/// in its history, followed through the variants, and walked by keys.
class Bookmarks : public QObject {
    Q_OBJECT

public:
    Bookmarks(Workspace& workspace, Docks& docks, PaneArea& panes, Notices& notices,
              QObject* parent);

    /// Whether what is selected in the active pane is one element, or begins with one.
    bool canMark() const;
    bool isMarked() const; ///< the selected element
    void toggle();
    /// Marks the selected element where it is not, and opens its note.
    void editNote();
    void editVariantNote();
    bool isEmpty() const;
    /// From the selected one on, around the end; by -1 backwards. Those that are not in the variant
    /// that is shown are passed over.
    void walk(int by);
    /// Goes to a bookmark; to its own variant, where the element is gone from this one.
    void goTo(int bookmark);

private:
    ElementId selected() const;
    void changed();

    Workspace& workspace_;
    Docks& docks_;
    PaneArea& panes_;
    Notices& notices_;
};

/// Marks for the elements of the pane's variant: "★", with the beginning of the note.
std::map<ElementId, QString> bookmarkTexts(const Pane& pane);

} // namespace mw::app
