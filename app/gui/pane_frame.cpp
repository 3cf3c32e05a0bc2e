// The widget of a pane: binds a canvas to what the pane shows, and shows which pane is active.
#include "app/gui/pane_frame.h"

#include "app/gui/bookmarks.h"
#include "app/gui/heat.h"
#include "app/gui/pane.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_text.h"
#include "viewers/program/program_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mw::app {

using namespace viewers;

PaneFrame::PaneFrame(Pane& pane, Workspace& workspace, JobQueue& jobs, QWidget* parent)
    : QFrame(parent), pane_(pane), workspace_(workspace), canvas_(new GraphCanvas),
      programView_(new ProgramView),
      program_(new ProgramPane(pane, workspace, jobs, *programView_)),
      pictures_(new QStackedWidget(this)), header_(new QWidget(this)), mark_(new QWidget(header_)),
      title_(new QLabel(header_)), close_(new QToolButton(header_)) {
    setObjectName(QStringLiteral("pane"));
    buildHeader();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header_);
    pictures_->addWidget(canvas_);
    pictures_->addWidget(programView_);
    layout->addWidget(pictures_, 1);
    canvas_->installEventFilter(this);
    programView_->installEventFilter(this);
    programView_->viewport()->installEventFilter(this);
    connectPane();
}

void PaneFrame::buildHeader() {
    mark_->setFixedHeight(3);
    mark_->setAutoFillBackground(true);
    title_->setObjectName(QStringLiteral("pane-title"));
    title_->setTextFormat(Qt::PlainText);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    close_->setObjectName(QStringLiteral("pane-close"));
    close_->setText(QStringLiteral("✕"));
    close_->setToolTip(tr("Closes this pane; its program stays open"));
    close_->setAutoRaise(true);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 0, 2, 0);
    line->addWidget(title_, 1);
    line->addWidget(close_);
    auto* column = new QVBoxLayout(header_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(mark_);
    column->addLayout(line);
    header_->setAutoFillBackground(true);
    header_->installEventFilter(this);
    title_->installEventFilter(this);
    header_->hide();
    connect(close_, &QToolButton::clicked, this, &PaneFrame::closeRequested);
}

void PaneFrame::connectPane() {
    auto& selection = pane_.selection();
    connect(canvas_, &GraphCanvas::selectionChanged, &selection, &Selection::set);
    connect(&selection, &Selection::changed, canvas_, &GraphCanvas::setSelection);
    connect(&selection, &Selection::highlightsChanged, canvas_, &GraphCanvas::setHighlights);
    connect(&pane_, &Pane::opened, canvas_, &GraphCanvas::startOver);
    connect(&pane_, &Pane::variantChanged, this, [this] {
        canvas_->setDocument(pane_.isOpen() ? pane_.variant().document : nullptr);
        showTitle();
        showHeat();
    });
    connect(canvas_, &GraphCanvas::hoverChanged, this, [this](ElementId id) {
        emit hovered(id && pane_.isOpen() ? elementTitle(*pane_.index(), id) : QString());
    });
    connect(programView_, &ProgramView::hovered, this, &PaneFrame::hovered);
    connect(program_, &ProgramPane::rowsChanged, this, &PaneFrame::rowsChanged);
    connect(program_, &ProgramPane::tryRequested, this, &PaneFrame::tryRequested);
    connect(program_, &ProgramPane::openRequested, this, [this](ElementId id) {
        setView(PaneView::canvas);
        pane_.selection().set({id});
        canvas_->frame({id});
        canvas_->setFocus(Qt::OtherFocusReason);
    });
}

PaneView PaneFrame::view() const {
    return pictures_->currentWidget() == canvas_ ? PaneView::canvas : PaneView::program;
}

QWidget* PaneFrame::picture() const {
    return pictures_->currentWidget();
}

bool PaneFrame::showsRows() const {
    return view() == PaneView::program && program_->isCurrent();
}

void PaneFrame::setView(PaneView view) {
    if (view == this->view())
        return;
    const bool hadFocus = picture()->hasFocus();
    pictures_->setCurrentWidget(view == PaneView::canvas ? static_cast<QWidget*>(canvas_)
                                                         : programView_);
    program_->setShown(view == PaneView::program);
    if (hadFocus)
        picture()->setFocus(Qt::OtherFocusReason);
    emit viewChanged();
}

void PaneFrame::showHeat() {
    program_->showTimes();
    const auto heat = heatOf(pane_);
    canvas_->setHeat(heat.values, heat.legend, heat.low, heat.high);
    showMarks();
}

void PaneFrame::showMarks() {
    program_->showBookmarks();
    auto texts = heatOf(pane_).texts;
    for (const auto& [id, text] : bookmarkTexts(pane_)) {
        auto& shown = texts[id];
        shown = shown.isEmpty() ? text : shown + QStringLiteral("  ") + text;
    }
    canvas_->setAnnotations(std::move(texts));
}

void PaneFrame::showTitle() {
    title_->setToolTip(pane_.isOpen()
                           ? QStringLiteral("%1 · %2").arg(workspace_.titleOf(*pane_.program()),
                                                           qs(pane_.variant().name))
                           : QString());
    elideTitle();
}

/// Names of variants are long, and differ at both ends.
void PaneFrame::elideTitle() {
    title_->setText(
        title_->fontMetrics().elidedText(title_->toolTip(), Qt::ElideMiddle, title_->width()));
}

void PaneFrame::setActive(bool active, bool alone) {
    active_ = active;
    header_->setVisible(!alone);
    colourHeader();
}

void PaneFrame::setTheme(ThemeKind kind) {
    theme_ = kind;
    canvas_->setTheme(kind);
    programView_->setTheme(kind);
    colourHeader();
}

void PaneFrame::colourHeader() {
    const auto& theme = Theme::of(theme_);
    const auto colour = [](QWidget* widget, QPalette::ColorRole role, const QColor& value) {
        auto palette = widget->palette();
        palette.setColor(role, value);
        widget->setPalette(palette);
    };
    colour(mark_, QPalette::Window, active_ ? theme.accent : theme.window);
    colour(title_, QPalette::WindowText, active_ ? theme.text : theme.mutedText);
    auto font = title_->font();
    font.setBold(active_);
    title_->setFont(font);
    elideTitle();
}

/// Whoever clicks into a pane or comes to it by the keyboard means this pane.
bool PaneFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn)
        emit activateRequested();
    if (watched == title_ && event->type() == QEvent::Resize)
        elideTitle();
    return QFrame::eventFilter(watched, event);
}

} // namespace mw::app
