// Shows the pages of the documentation.
#include "app/gui/help/window.h"

#include "app/gui/help/made_pages.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QImageReader>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

namespace {

constexpr QSize kSize{1000, 720};
constexpr int kListWidth = 300;
constexpr int kLinkRole = Qt::UserRole, kHeadingRole = Qt::UserRole + 1;

} // namespace

HelpWindow::HelpWindow(std::vector<HelpPage> made, QWidget* parent)
    : QDialog(parent), folder_(helpFolder()), pages_(helpPages(folder_)),
      search_(new QLineEdit(this)), list_(new QTreeWidget(this)), text_(new QTextBrowser(this)) {
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Help"));
    resize(kSize);
    pages_.insert(pages_.end(), std::make_move_iterator(made.begin()),
                  std::make_move_iterator(made.end()));
    search_->setObjectName(QStringLiteral("help-search"));
    search_->setPlaceholderText(tr("Search all pages"));
    search_->setAccessibleName(tr("Search all pages"));
    search_->setClearButtonEnabled(true);
    list_->setObjectName(QStringLiteral("help-list"));
    list_->setAccessibleName(tr("Pages"));
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setTextElideMode(Qt::ElideRight);
    text_->setObjectName(QStringLiteral("help-text"));
    text_->setAccessibleName(tr("Page"));
    text_->setOpenLinks(false);
    text_->setSearchPaths({folder_});
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    auto* parts = new QSplitter;
    parts->addWidget(left);
    parts->addWidget(text_);
    parts->setStretchFactor(1, 1);
    parts->setSizes({kListWidth, kSize.width() - kListWidth});
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(parts);
    connect(search_, &QLineEdit::textChanged, this, &HelpWindow::fillList);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        if (list_->topLevelItemCount() > 0)
            list_->setCurrentItem(list_->topLevelItem(0));
    });
    connect(list_, &QTreeWidget::currentItemChanged, this,
            [this](QTreeWidgetItem* item) { choose(item); });
    connect(text_, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    fillList();
    if (!pages_.empty())
        openPage(pages_.front().id);
}

/// All pages, or where the words of the search stand.
void HelpWindow::fillList() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    const auto add = [&](const QString& text, const QString& link, const QString& heading) {
        auto* item = new QTreeWidgetItem(list_, {text});
        item->setData(0, kLinkRole, link);
        item->setData(0, kHeadingRole, heading);
        item->setToolTip(0, text);
    };
    if (search_->text().trimmed().isEmpty()) {
        for (const auto& page : pages_)
            add(page.title, page.id, {});
        return;
    }
    for (const auto& hit : searchHelp(pages_, search_->text())) {
        const auto& page = pages_[hit.page];
        add(hit.heading.isEmpty() || hit.heading == page.title
                ? QStringLiteral("%1: %2").arg(page.title, hit.text)
                : QStringLiteral("%1, %2: %3").arg(page.title, hit.heading, hit.text),
            page.id, hit.heading.isEmpty() ? page.title : hit.heading);
    }
    if (list_->topLevelItemCount() == 0)
        (new QTreeWidgetItem(list_, {tr("Nothing has all these words")}))
            ->setFlags(Qt::NoItemFlags);
}

void HelpWindow::search(const QString& words) {
    search_->setText(words);
    search_->setFocus();
}

void HelpWindow::choose(const QTreeWidgetItem* item) {
    if (!item || item->data(0, kLinkRole).isNull())
        return;
    const auto heading = item->data(0, kHeadingRole).toString();
    openPage(item->data(0, kLinkRole).toString());
    if (!heading.isEmpty())
        scrollToText(heading, search_->text());
}

QString HelpWindow::page() const {
    return pages_.empty() ? QString() : pages_[shown_].id;
}

bool HelpWindow::openPage(const QString& link) {
    const auto id = link.section(QLatin1Char('#'), 0, 0);
    const auto anchor = link.section(QLatin1Char('#'), 1);
    auto found = std::ranges::find(pages_, id, &HelpPage::id);
    if (found == pages_.end()) {
        auto other = helpPage(folder_, id);
        if (!other)
            return false;
        found = pages_.insert(pages_.end(), std::move(*other));
    }
    shown_ = static_cast<std::size_t>(found - pages_.begin());
    // Filled before it is shown: of what is in sight each cell of a table is laid out anew as it
    // comes.
    auto* document = new QTextDocument(text_);
    document->setDefaultFont(text_->font());
    document->setBaseUrl(QUrl::fromLocalFile(folder_ + QLatin1Char('/')));
    document->setMarkdown(helpMarkdown(found->text));
    const QPointer<QTextDocument> before = text_->document(); // the first is gone by itself
    text_->setDocument(document);
    if (before)
        before->deleteLater();
    fitPictures();
    setWindowTitle(tr("%1 - Help").arg(found->title));
    if (visited_.isEmpty() || visited_.back() != link)
        visited_ << link;
    text_->moveCursor(QTextCursor::Start);
    if (!anchor.isEmpty())
        scrollTo(anchor);
    return true;
}

/// A page of ours, a place in this one, or what is elsewhere: for the desktop.
void HelpWindow::follow(const QUrl& link) {
    const auto text = link.toString();
    if (text.startsWith(QLatin1Char('#')))
        openPage(page() + text);
    else if (link.isRelative() || link.isLocalFile())
        openPage(text.startsWith(QLatin1String("transformations/")) ? kNamesPage : text);
    else
        QDesktopServices::openUrl(link);
}

void HelpWindow::scrollTo(const QString& anchor) {
    for (auto block = text_->document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && helpAnchor(block.text()) == anchor) {
            text_->setTextCursor(QTextCursor(block));
            text_->verticalScrollBar()->setValue(text_->verticalScrollBar()->value() +
                                                 text_->cursorRect().top());
            return;
        }
}

/// The heading, and below it the first of the words, which is selected.
void HelpWindow::scrollToText(const QString& heading, const QString& words) {
    scrollTo(helpAnchor(heading));
    const auto wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (!wanted.isEmpty() && text_->find(wanted.front()))
        text_->ensureCursorVisible();
}

/// None is wider than the page.
void HelpWindow::fitPictures() {
    const double room = std::max(200, text_->viewport()->width() - 40);
    for (auto block = text_->document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            auto format = at.fragment().charFormat().toImageFormat();
            if (!format.isValid())
                continue;
            // The picture itself is not read anew whenever the window gets another size.
            const QSize size = QImageReader(folder_ + QLatin1Char('/') + format.name()).size();
            if (size.isEmpty())
                continue;
            const double width = std::min<double>(room, size.width());
            format.setWidth(width);
            format.setHeight(width * size.height() / size.width());
            QTextCursor cursor(text_->document());
            cursor.setPosition(at.fragment().position());
            cursor.setPosition(at.fragment().position() + at.fragment().length(),
                               QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            break; // the fragments of the block are others now
        }
}

void HelpWindow::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Find))
        return search_->setFocus();
    if (event->matches(QKeySequence::Back) && visited_.size() > 1) {
        visited_.removeLast();
        const auto link = visited_.takeLast();
        openPage(link);
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return; // no button is pressed
    QDialog::keyPressEvent(event);
}

void HelpWindow::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    fitPictures();
}

} // namespace mw::app
