// The widget of a pane: binds a canvas to what the pane shows, and shows which pane is active.
#include "app/gui/pane_frame.h"

#include "app/gui/bookmarks.h"
#include "app/gui/breadcrumb.h"
#include "app/gui/legend_strip.h"
#include "app/gui/outside_index.h"
#include "app/gui/overlay_box.h"
#include "app/gui/pane.h"
#include "app/gui/pane_overlays.h"
#include "app/gui/pane_tabs.h"
#include "app/gui/program_pane.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_text.h"
#include "viewers/program/program_view.h"
#include "viewers/scene/scene.h"
#include "viewers/scene/scopes.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::app {

using namespace viewers;

PaneFrame::PaneFrame(Pane& pane, Workspace& workspace, JobQueue& jobs, QWidget* parent)
    : QFrame(parent), pane_(pane), workspace_(workspace), jobs_(jobs), canvas_(new GraphCanvas),
      programView_(new ProgramView),
      program_(new ProgramPane(pane, workspace, jobs, *programView_)),
      pictures_(new QStackedWidget(this)), header_(new QWidget(this)), bar_(new QWidget(this)),
      corner_(new QWidget(this)), crumbs_(new Breadcrumb(bar_)), legend_(new LegendStrip(corner_)),
      nodeOverlay_(new OverlayBox(OverlayOn::nodes, bar_)),
      edgeOverlay_(new OverlayBox(OverlayOn::edges, bar_)),
      overlays_(new PaneOverlays(pane, workspace, jobs, *canvas_)), mark_(new QWidget(header_)),
      tabs_(new PaneTabs(pane, workspace, header_)), programs_(new QToolButton(header_)),
      menu_(new QMenu(programs_)), close_(new QToolButton(header_)) {
    setObjectName(QStringLiteral("pane"));
    buildHeader();
    buildBar();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header_);
    layout->addWidget(bar_);
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
    programs_->setObjectName(QStringLiteral("pane-programs"));
    programs_->setText(QStringLiteral("▾"));
    programs_->setToolTip(tr("Programs that are open in the other pane"));
    programs_->setAutoRaise(true);
    menu_->setObjectName(QStringLiteral("pane-programs-menu"));
    connect(programs_, &QToolButton::clicked, this, &PaneFrame::offerPrograms);
    close_->setObjectName(QStringLiteral("pane-close"));
    close_->setText(QStringLiteral("✕"));
    close_->setToolTip(tr("Closes this pane; its programs stay open"));
    close_->setAutoRaise(true);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 2, 0);
    line->addWidget(tabs_, 1);
    line->addWidget(programs_);
    line->addWidget(close_);
    auto* column = new QVBoxLayout(header_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(mark_);
    column->addLayout(line);
    header_->setAutoFillBackground(true);
    header_->installEventFilter(this);
    tabs_->installEventFilter(this);
    header_->hide();
    connect(close_, &QToolButton::clicked, this, &PaneFrame::closeRequested);
    connect(tabs_, &PaneTabs::closeRequested, this, &PaneFrame::tabCloseRequested);
    connect(tabs_, &QTabBar::tabBarDoubleClicked, this, &PaneFrame::fillRequested);
    connect(&pane_, &Pane::tabsChanged, this, &PaneFrame::arrangeHeader);
    connect(&workspace_, &Workspace::projectChanged, this, &PaneFrame::arrangeHeader);
}

void PaneFrame::buildBar() {
    auto* line = new QHBoxLayout(bar_);
    line->setContentsMargins(4, 1, 4, 1);
    line->setSpacing(6);
    line->addWidget(crumbs_, 1);
    line->addWidget(nodeOverlay_);
    line->addWidget(edgeOverlay_);
    bar_->setAutoFillBackground(true);
    // Of the program view: in the corner of its head, which leaves the line of the bar to a row.
    auto* corner = new QVBoxLayout(corner_);
    corner->setContentsMargins(0, 0, 0, 0);
    corner->setSpacing(0);
    corner->addWidget(legend_); // on the canvas it is painted
    programView_->setCorner(corner_);
    connect(crumbs_, &Breadcrumb::chosen, this, [this](ElementId scope) {
        emit activateRequested();
        if (scope == canvas_->root())
            canvas_->fitAll();
        else
            canvas_->enter(scope);
        canvas_->setFocus(Qt::OtherFocusReason);
    });
    connect(canvas_, &GraphCanvas::layoutFinished, this, &PaneFrame::showCrumbs);
    const auto showChosen = [this] {
        nodeOverlay_->setChosen(overlays_->chosen(OverlayOn::nodes).id);
        edgeOverlay_->setChosen(overlays_->chosen(OverlayOn::edges).id);
    };
    showChosen();
    for (auto* box : {nodeOverlay_, edgeOverlay_})
        connect(box, &OverlayBox::chosen, this, [this](const QString& id) {
            emit activateRequested();
            overlays_->choose(id);
        });
    connect(overlays_, &PaneOverlays::chosenChanged, this, showChosen);
    connect(overlays_, &PaneOverlays::chosenChanged, this, &PaneFrame::overlayChanged);
    connect(overlays_, &PaneOverlays::coloursChanged, this, &PaneFrame::showColours);
}

/// By the mouse of what is below it, by the key of what is selected.
void PaneFrame::openMenu(const QPoint& at) {
    emit activateRequested();
    if (view() == PaneView::canvas)
        canvas_->selectForMenu(at);
    emit menuRequested(picture()->mapToGlobal(at));
}

void PaneFrame::showColours() {
    const auto& colouring = overlays_->colouring(OverlayOn::nodes);
    program_->showColours(colouring);
    legend_->setColouring(colouring);
    legend_->setVisible(!colouring.isEmpty());
    programView_->setCorner(corner_); // which may be higher or lower now
    showMarks();
}

/// The program, and the scopes from there to what the canvas shows.
void PaneFrame::showCrumbs() {
    std::vector<Crumb> crumbs;
    if (const auto& scene = canvas_->scene()) {
        const auto& index = scene->document();
        crumbs.push_back({{}, scopeTitle(index, {})});
        for (const ElementId scope : canvas_->scopes())
            crumbs.push_back({scope, scopeTitle(index, scope)});
    }
    crumbs_->setCrumbs(std::move(crumbs));
    emit scopeChanged();
}

void PaneFrame::showScope(ElementId scope) {
    setView(PaneView::canvas);
    if (canvas_->isScope(scope))
        canvas_->enter(scope);
    else
        canvas_->frame({scope});
    canvas_->setFocus(Qt::OtherFocusReason);
}

void PaneFrame::connectPane() {
    auto& selection = pane_.selection();
    connect(canvas_, &GraphCanvas::selectionChanged, &selection, &Selection::set);
    connect(&selection, &Selection::changed, canvas_, &GraphCanvas::setSelection);
    connect(&selection, &Selection::highlightsChanged, this, &PaneFrame::showHighlights);
    connect(&pane_, &Pane::opened, canvas_, &GraphCanvas::startOver);
    connect(&pane_, &Pane::variantChanged, this, [this] {
        canvas_->setDocument(pane_.isOpen() ? pane_.variant().document : nullptr);
        showTimes();
    });
    connect(&pane_, &Pane::viewChanged, this, &PaneFrame::showView);
    connect(canvas_, &GraphCanvas::hoverChanged, this, [this](ElementId id) {
        emit hovered(id && pane_.isOpen() ? elementTitle(*pane_.index(), id) : QString());
    });
    for (QWidget* picture : {static_cast<QWidget*>(canvas_), static_cast<QWidget*>(programView_)}) {
        picture->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(picture, &QWidget::customContextMenuRequested, this, &PaneFrame::openMenu);
    }
    auto* outside = new OutsideIndex(pane_, workspace_, jobs_, *canvas_);
    connect(outside, &OutsideIndex::found, this, &PaneFrame::hovered);
    connect(canvas_, &GraphCanvas::viewMoved, this, &PaneFrame::sightMoved);
    connect(canvas_, &GraphCanvas::layoutFinished, this, &PaneFrame::sightMoved);
    connect(programView_, &ProgramView::looksChanged, this, &PaneFrame::sightMoved);
    connect(this, &PaneFrame::viewChanged, this, &PaneFrame::sightMoved);
    connect(programView_, &ProgramView::hovered, this, &PaneFrame::hovered);
    connect(program_, &ProgramPane::rowsChanged, this, &PaneFrame::rowsChanged);
    connect(program_, &ProgramPane::actionRequested, this, &PaneFrame::actionRequested);
    connect(program_, &ProgramPane::openRequested, this, [this](ElementId id) {
        pane_.selection().set({id});
        showScope(id);
    });
}

QWidget* PaneFrame::picture() const {
    return pictures_->currentWidget();
}

bool PaneFrame::showsRows() const {
    return view() == PaneView::program && program_->isCurrent();
}

std::vector<ElementId> PaneFrame::elementsInSight() const {
    std::vector<ElementId> found;
    const auto add = [&](ElementId id) {
        const auto* place = pane_.isOpen() ? pane_.index()->find(id) : nullptr;
        if (place && place->node)
            found.push_back(id);
    };
    if (const auto& scene = canvas_->scene(); view() == PaneView::canvas && scene) {
        const QRectF sight(canvas_->toScene({0, 0}),
                           canvas_->toScene(QPointF(canvas_->width(), canvas_->height())));
        for (const int box : scene->boxesIn(sight))
            add(scene->boxes()[static_cast<std::size_t>(box)].id);
    } else if (showsRows()) {
        const auto [top, bottom] = programView_->rowsInSight();
        const auto& rows = programView_->sheet()->rows;
        for (const std::size_t row : programView_->visibleRows())
            if (const auto span = programView_->spanOf(row);
                span && span->bottom > top && span->top < bottom && row < rows.size())
                add(rows[row].row.element); // those of a preview are of no element yet
    }
    std::ranges::sort(found);
    return found;
}

void PaneFrame::showView() {
    const bool hadFocus = picture()->hasFocus();
    pictures_->setCurrentWidget(view() == PaneView::canvas ? static_cast<QWidget*>(canvas_)
                                                           : programView_);
    program_->setShown(view() == PaneView::program);
    placeOverlayBox();
    bar_->setVisible(view() == PaneView::canvas);
    if (hadFocus)
        picture()->setFocus(Qt::OtherFocusReason);
    emit viewChanged();
}

/// In the bar above the graph, in the corner of the program view.
void PaneFrame::placeOverlayBox() {
    if (view() == PaneView::canvas)
        static_cast<QHBoxLayout*>(bar_->layout())->insertWidget(1, nodeOverlay_);
    else
        static_cast<QVBoxLayout*>(corner_->layout())
            ->insertWidget(0, nodeOverlay_, 0, Qt::AlignLeft);
}

void PaneFrame::showTimes() {
    program_->showTimes();
}

void PaneFrame::showMarks() {
    program_->showBookmarks();
    const auto& colouring = overlays_->colouring(OverlayOn::nodes);
    auto texts = colouring.kinds.empty() ? colouring.texts : std::map<ElementId, QString>();
    for (const auto& [id, text] : bookmarkTexts(pane_)) {
        auto& shown = texts[id];
        shown = shown.isEmpty() ? text : shown + QStringLiteral("  ") + text;
    }
    canvas_->setAnnotations(std::move(texts));
}

void PaneFrame::setPartners(std::vector<ElementId> selected, std::vector<ElementId> hovered) {
    partners_ = std::move(selected);
    partners_.insert(partners_.end(), hovered.begin(), hovered.end());
    showHighlights();
}

void PaneFrame::showHighlights() {
    auto all = pane_.selection().highlights();
    all.insert(all.end(), partners_.begin(), partners_.end());
    canvas_->setHighlights(std::move(all));
}

void PaneFrame::setActive(bool active, bool alone) {
    active_ = active;
    alone_ = alone;
    arrangeHeader();
    colourHeader();
}

void PaneFrame::arrangeHeader() {
    const auto tabs = pane_.tabs().size();
    header_->setVisible(!alone_ || tabs > 1);
    mark_->setVisible(!alone_);
    close_->setVisible(!alone_);
    programs_->setVisible(tabs < workspace_.programs().size());
}

void PaneFrame::offerPrograms() {
    menu_->clear();
    for (const auto& program : workspace_.programs()) {
        if (pane_.tabOf(program))
            continue;
        auto title = workspace_.titleOf(*program).replace(QLatin1Char('&'), QStringLiteral("&&"));
        menu_->addAction(title, this, [this, program] {
            workspace_.activate(pane_);
            workspace_.show(program);
        });
    }
    menu_->popup(programs_->mapToGlobal(programs_->rect().bottomLeft()));
}

void PaneFrame::setTheme(ThemeKind kind) {
    theme_ = kind;
    canvas_->setTheme(kind);
    programView_->setTheme(kind);
    legend_->setTheme(kind);
    showColours();
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
    colour(tabs_, QPalette::WindowText, active_ ? theme.text : theme.mutedText);
}

/// Whoever clicks into a pane or comes to it by the keyboard means this pane.
bool PaneFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn)
        emit activateRequested();
    return QFrame::eventFilter(watched, event);
}

} // namespace mw::app
