#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace mw::app {

/// A page of the documentation, in Markdown.
struct HelpPage {
    QString id; ///< its file, as "window.md"; of pages that are made here a word without a dot
    QString title;
    QString text;
};

/// A place in the pages where all words of a search stand.
struct HelpHit {
    std::size_t page = 0; ///< index
    QString heading;      ///< that it stands below; empty: above all
    QString text;         ///< the line of it
};

/// The folder of the documentation: $MAPWRIGHT_DOCS, else ../share/doc/mapwright/docs from the
/// program's own, which in a build folder leads to the sources. Empty when there is none.
QString helpFolder();

/// The pages of the folder, those for newcomers first, others by their titles.
std::vector<HelpPage> helpPages(const QString& folder);

/// One more page, a file by its path from the folder; nullopt where there is none that is Markdown.
std::optional<HelpPage> helpPage(const QString& folder, const QString& path);

/// Places where all words stand close together, in headings first, then in the order of the pages;
/// at most so many. Letters may be small or large. Nothing for an empty search.
std::vector<HelpHit> searchHelp(const std::vector<HelpPage>& pages, const QString& words,
                                std::size_t most = 200);

/// The part of a link behind "#" by which a heading is called.
QString helpAnchor(const QString& heading);

/// What QTextDocument does not read of our pages, in other words: lists of terms.
QString helpMarkdown(const QString& text);

} // namespace mw::app
