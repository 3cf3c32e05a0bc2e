// Bookmarks and notes: made, walked, edited, forgotten.
#include "app/gui/bookmarks.h"

#include "app/gui/docks.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/bookmarks_panel.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/history_panel.h"

namespace mw::app {

using viewers::BookmarksPanel;
using viewers::elementTitle;
using viewers::HistoryPanel;
using viewers::Panel;
using viewers::qs;

namespace {

constexpr qsizetype kShownOfNote = 28; // letters on the canvas

} // namespace

Bookmarks::Bookmarks(Workspace& workspace, Docks& docks, PaneArea& panes, Notices& notices,
                     QObject* parent)
    : QObject(parent), workspace_(workspace), docks_(docks), panes_(panes), notices_(notices) {
    for (const auto& entry : docks.all()) {
        connect(entry.panel, &Panel::bookmarkChosen, this, &Bookmarks::goTo);
        connect(entry.panel, &Panel::bookmarkNoteRequested, this,
                [this](int bookmark, const QString& note) {
                    workspace_.program()->history->setBookmarkNote(
                        static_cast<std::size_t>(bookmark), note.toStdString());
                    changed();
                });
        connect(entry.panel, &Panel::bookmarkRemoveRequested, this, [this](int bookmark) {
            workspace_.program()->history->removeBookmark(static_cast<std::size_t>(bookmark));
            changed();
        });
        connect(entry.panel, &Panel::noteRequested, this,
                [this](history::VariantId id, const QString& note) {
                    workspace_.program()->history->setNote(id, note.toStdString());
                    changed();
                });
    }
}

void Bookmarks::changed() {
    workspace_.workDone(workspace_.program());
}

ElementId Bookmarks::selected() const {
    const auto& ids = workspace_.selection().ids();
    return workspace_.isOpen() && !ids.empty() ? ids.front() : ElementId{};
}

bool Bookmarks::canMark() const {
    return static_cast<bool>(selected());
}

bool Bookmarks::isMarked() const {
    return canMark() && workspace_.history()->bookmarkOf(selected());
}

bool Bookmarks::isEmpty() const {
    return !workspace_.isOpen() || workspace_.history()->bookmarks().empty();
}

void Bookmarks::toggle() {
    if (!canMark())
        return;
    auto& history = *workspace_.program()->history;
    const auto title = elementTitle(*workspace_.index(), selected());
    if (const auto marked = history.bookmarkOf(selected())) {
        history.removeBookmark(*marked);
        notices_.say(tr("No bookmark any more: %1").arg(title));
    } else {
        history.addBookmark(selected(), title.toStdString());
        notices_.say(tr("Bookmark: %1").arg(title));
    }
    changed();
}

void Bookmarks::editNote() {
    if (!canMark())
        return;
    if (!isMarked())
        toggle();
    docks_.show(QStringLiteral("bookmarks"));
    docks_.panel<BookmarksPanel>().editNote(
        static_cast<int>(*workspace_.history()->bookmarkOf(selected())));
}

void Bookmarks::editVariantNote() {
    docks_.show(QStringLiteral("history"));
    docks_.panel<HistoryPanel>().editNote();
}

void Bookmarks::walk(int by) {
    if (isEmpty())
        return;
    const auto& history = *workspace_.history();
    const int count = static_cast<int>(history.bookmarks().size());
    const auto marked = canMark() ? history.bookmarkOf(selected()) : std::nullopt;
    int at = marked ? static_cast<int>(*marked) : by > 0 ? -1 : count;
    for (int step = 0; step < count; ++step) {
        at = (at + by + count) % count;
        const auto& bookmark = history.bookmarks()[static_cast<std::size_t>(at)];
        if (history.forward(bookmark.element, bookmark.variant))
            return goTo(at);
    }
    notices_.say(tr("No bookmark is in this variant"));
}

void Bookmarks::goTo(int bookmark) {
    const auto& history = *workspace_.history();
    const auto& all = history.bookmarks();
    if (bookmark < 0 || bookmark >= static_cast<int>(all.size()))
        return;
    const auto chosen = all[static_cast<std::size_t>(bookmark)];
    if (!chosen.element)
        return notices_.say(tr("%1 is not in this graph any more").arg(qs(chosen.site.label)));
    if (!history.forward(chosen.element, chosen.variant)) {
        workspace_.goTo(chosen.variant);
        notices_.say(tr("The bookmark is of the variant %1").arg(qs(workspace_.current().name)));
    }
    const auto element = history.forward(chosen.element, chosen.variant);
    workspace_.selection().set({element});
    panes_.canvas().frame({element});
}

std::map<ElementId, QString> bookmarkTexts(const Pane& pane) {
    std::map<ElementId, QString> texts;
    if (!pane.isOpen())
        return texts;
    const auto& history = *pane.program()->history;
    for (const auto& bookmark : history.bookmarks()) {
        const auto id = history.forward(bookmark.element, bookmark.variant, pane.variantId());
        const auto note = qs(bookmark.note);
        auto text = QStringLiteral("★");
        if (!note.isEmpty())
            text += QLatin1Char(' ') + note.left(kShownOfNote);
        if (note.size() > kShownOfNote)
            text += QStringLiteral("…");
        if (id)
            texts[id] = text;
    }
    return texts;
}

} // namespace mw::app
