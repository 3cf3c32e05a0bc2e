#pragma once

#include "app/gui/help/pages.h"

#include <QDialog>

class QLineEdit;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace mw::app {

/// The documentation beside the work: pages, a search over all of them, and what is made here of
/// keys, names and licences.
class HelpWindow : public QDialog {
    Q_OBJECT

public:
    /// `made`: pages that stand in no file.
    HelpWindow(std::vector<HelpPage> made, QWidget* parent = nullptr);

    /// `link`: the id of a page, with "#" and the anchor of a heading behind it or not. False where
    /// there is no such page.
    bool openPage(const QString& link);
    void search(const QString& words);
    QString page() const; ///< the id of what is shown
    /// Of the list at the left: pages, or what was found.
    QTreeWidget& list() const { return *list_; }
    QTextBrowser& text() const { return *text_; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillList();
    void choose(const QTreeWidgetItem* item);
    void follow(const QUrl& link);
    void scrollTo(const QString& anchor);
    void scrollToText(const QString& heading, const QString& words);
    void fitPictures();

    QString folder_;
    std::vector<HelpPage> pages_;
    std::size_t shown_ = 0;
    QStringList visited_; ///< links, the last one is shown
    QLineEdit* search_;
    QTreeWidget* list_;
    QTextBrowser* text_;
};

} // namespace mw::app
