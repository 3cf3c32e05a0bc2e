// The program view: what it holds, which rows are in it, what is selected.
#include "viewers/program/program_view_p.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <set>

namespace mw::viewers {

void ProgramView::Private::arrange() {
    visible.clear();
    lineOf.assign(sheet->rows.size() + (preview ? preview->rows.size() : 0), std::nullopt);
    if (isSorted())
        for (const std::size_t row : sorted())
            show(row);
    for (std::size_t i = 0; !isSorted() && i < sheet->rows.size();) {
        show(i);
        const bool closed = isHeading(i) && folded.contains(sheet->rows[i].row.element);
        const std::size_t next = closed ? sheet->endOf(i) : i + 1;
        for (std::size_t k = 0; preview && k < preview->rows.size(); ++k)
            if (preview->below[k] >= i && preview->below[k] < next)
                show(sheet->rows.size() + k);
        i = next;
    }
    if (current && (*current >= lineOf.size() || !lineOf[*current]))
        current.reset();
    placeBrackets();
}

void ProgramView::Private::show(std::size_t row) {
    lineOf[row] = visible.size();
    visible.push_back(row);
}

const SheetRow& ProgramView::Private::row(std::size_t row) const {
    return isNewRow(row) ? preview->rows[row - sheet->rows.size()] : sheet->rows[row];
}

const SheetLane& ProgramView::Private::lane(std::size_t lane) const {
    return lane < sheet->lanes.size() ? sheet->lanes[lane]
                                      : preview->lanes[lane - sheet->lanes.size()];
}

std::size_t ProgramView::Private::lanes() const {
    return sheet->lanes.size() + (preview ? preview->lanes.size() : 0);
}

const ProgramBracket* ProgramView::Private::regarded() const {
    const auto bracket = hoveredBracket ? hoveredBracket : chosen;
    return bracket ? &brackets[*bracket] : nullptr;
}

std::size_t ProgramView::Private::shownLine(std::size_t row) const {
    for (std::size_t i = row + 1; i-- > 0;)
        if (lineOf[i])
            return *lineOf[i];
    return 0;
}

/// Of what changed, neighbours differ; what only one view has is a warning.
QColor ProgramView::Private::colourOfPartner(std::size_t partner) const {
    const Theme& colours = Theme::of(theme);
    const ProgramPartner& one = partners[partner];
    return one.own.empty() || one.other.empty()
               ? colours.warning
               : colours.accents[shadeOf[partner] % colours.accents.size()];
}

/// The best that begins at a row, each in the first column where it is beside no other one. Its
/// label stands at the row where it begins, so that no two labels meet.
void ProgramView::Private::placeBrackets() {
    constexpr int kColumns = 5;
    placed.clear();
    if (isSorted())
        return;
    std::set<std::size_t> begun;
    const double h = geometry.row;
    for (std::size_t i = 0; i < brackets.size(); ++i) {
        const auto& one = brackets[i];
        if (one.last >= lineOf.size() || !lineOf[one.first] || !lineOf[one.last] ||
            begun.contains(one.first))
            continue;
        PlacedBracket place{i, 0, (static_cast<double>(*lineOf[one.first]) + 0.5) * h + 3,
                            (static_cast<double>(*lineOf[one.last]) + 0.5) * h - 3};
        const auto isBeside = [&](const PlacedBracket& other) {
            return other.column == place.column && other.top < place.bottom + 1 &&
                   place.top < other.bottom + 1;
        };
        while (place.column < kColumns && std::ranges::any_of(placed, isBeside))
            ++place.column;
        if (place.column < kColumns) {
            placed.push_back(place);
            begun.insert(one.first);
        }
    }
}

std::pair<std::size_t, std::size_t> ProgramView::Private::linesInSight(double scrolled,
                                                                       double height) const {
    const double shown = std::max(0.0, height - geometry.head - geometry.foot);
    const auto line = [this](double y) {
        return std::min(visible.size(), static_cast<std::size_t>(std::max(0.0, y)));
    };
    return {line(scrolled / geometry.row), line(std::ceil((scrolled + shown) / geometry.row))};
}

ProgramView::ProgramView(QWidget* parent)
    : QAbstractScrollArea(parent), d_(std::make_unique<Private>()) {
    setObjectName(QStringLiteral("program-view"));
    setAccessibleName(tr("Program: kernels in order, and the arrays that they touch"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setViewportMargins(0, 0, 0, 0);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        viewport()->update();
        emit scrolled();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &ProgramView::onScrolled);
}

ProgramView::~ProgramView() = default;

void ProgramView::redraw() {
    viewport()->update();
    emit looksChanged();
}

void ProgramView::setSheet(std::shared_ptr<const ProgramSheet> sheet) {
    ElementId kept;
    if (d_->current)
        kept = d_->sheet->rows[*d_->current].row.element;
    d_->sheet = sheet ? std::move(sheet) : std::make_shared<const ProgramSheet>();
    d_->times = {};
    d_->launches.clear();
    d_->modelled.clear();
    d_->mostBytes = d_->sheet->mostBytes;
    d_->longest = 0;
    d_->brackets.clear();
    d_->partners.clear();
    d_->partnerOf.clear();
    d_->marked.clear();
    d_->rowStars.clear();
    d_->laneStars.clear();
    d_->rowColours.clear();
    d_->laneColours.clear();
    d_->currentLane.reset();
    d_->current.reset();
    d_->chosen.reset();
    d_->previewed = false;
    d_->preview.reset();
    d_->hoveredLane.reset();
    d_->hoveredLine.reset();
    d_->hoveredBracket.reset();
    for (std::size_t i = 0; kept && i < d_->sheet->rows.size(); ++i)
        if (d_->sheet->rows[i].row.element == kept)
            d_->current = i;
    d_->measureText();
    d_->arrange();
    updateScrollBars();
    redraw();
}

const std::shared_ptr<const ProgramSheet>& ProgramView::sheet() const {
    return d_->sheet;
}

void ProgramView::setTimes(ProgramTimes times) {
    d_->times = std::move(times);
    d_->longest = 0;
    for (const auto& [element, time] : d_->times.kernels)
        d_->longest = std::max(d_->longest, time);
    if (d_->order == RowOrder::time)
        d_->arrange();
    updateScrollBars();
    describeCurrent();
    redraw();
}

void ProgramView::setLaunches(std::map<ElementId, ProgramLaunch> launches) {
    d_->launches = std::move(launches);
    if (d_->order == RowOrder::launch)
        d_->arrange();
    d_->measureText();
    updateScrollBars();
    redraw();
}

void ProgramView::setModelledBytes(std::map<ElementId, double> bytes) {
    d_->modelled = std::move(bytes);
    d_->mostBytes = d_->sheet->mostBytes;
    for (const auto& [element, modelled] : d_->modelled)
        if (d_->sheet->rowAt(element))
            d_->mostBytes = std::max(d_->mostBytes, modelled);
    redraw();
}

void ProgramView::setBrackets(std::vector<ProgramBracket> brackets) {
    const auto same = [&](const ProgramBracket& one) {
        const auto& chosen = d_->brackets[*d_->chosen];
        return one.first == chosen.first && one.last == chosen.last && one.what == chosen.what &&
               one.refusal == chosen.refusal;
    };
    const auto kept = d_->chosen ? std::ranges::find_if(brackets, same) : brackets.end();
    const auto chosen = kept == brackets.end()
                            ? std::nullopt
                            : std::optional(static_cast<std::size_t>(kept - brackets.begin()));
    if (!chosen)
        endPreview();
    d_->brackets = std::move(brackets);
    d_->chosen = chosen;
    d_->hoveredBracket.reset();
    d_->placeBrackets();
    d_->measureText();
    updateScrollBars();
    redraw();
    emit bracketsChanged();
}

const std::vector<ProgramBracket>& ProgramView::brackets() const {
    return d_->brackets;
}

void ProgramView::setBusy(const QString& sentence) {
    d_->busy = sentence;
    updateScrollBars();
    redraw();
}

const QString& ProgramView::busy() const {
    return d_->busy;
}

void ProgramView::setTheme(ThemeKind kind) {
    d_->theme = kind;
    d_->measureText();
    updateScrollBars();
    redraw();
}

ThemeKind ProgramView::theme() const {
    return d_->theme;
}

void ProgramView::setColours(std::map<ElementId, QColor> rows,
                             std::map<std::size_t, QColor> lanes) {
    d_->rowColours = std::move(rows);
    d_->laneColours = std::move(lanes);
    redraw();
}

void ProgramView::setStars(std::map<std::size_t, QString> rows,
                           std::map<std::size_t, QString> lanes) {
    d_->rowStars = std::move(rows);
    d_->laneStars = std::move(lanes);
    describeCurrent();
    redraw();
}

const std::map<std::size_t, QString>& ProgramView::rowStars() const {
    return d_->rowStars;
}

const std::map<std::size_t, QString>& ProgramView::laneStars() const {
    return d_->laneStars;
}

void ProgramView::setCurrentLane(std::optional<std::size_t> lane) {
    d_->currentLane = lane && *lane < d_->sheet->lanes.size() ? lane : std::nullopt;
    if (d_->currentLane)
        scrollToColumns(d_->columnOf(*lane), d_->columnOf(*lane));
    redraw();
}

std::optional<std::size_t> ProgramView::currentLane() const {
    return d_->currentLane;
}

std::optional<std::size_t> ProgramView::currentRow() const {
    return d_->current;
}

std::optional<std::size_t> ProgramView::currentBracket() const {
    return d_->chosen;
}

void ProgramView::setPreview(std::optional<ProgramPreview> preview) {
    if (preview)
        setOrder(RowOrder::program);
    d_->preview = std::move(preview);
    d_->arrange();
    updateScrollBars();
    describeCurrent();
    redraw();
}

const std::optional<ProgramPreview>& ProgramView::preview() const {
    return d_->preview;
}

bool ProgramView::isPreviewing() const {
    return d_->previewed;
}

void ProgramView::endPreview() {
    d_->previewed = false;
    if (d_->preview)
        setPreview(std::nullopt);
}

void ProgramView::setCurrentBracket(std::optional<std::size_t> bracket) {
    endPreview();
    d_->chosen = bracket && *bracket < d_->brackets.size() ? bracket : std::nullopt;
    refit();
}

void ProgramView::setCurrentRow(std::optional<std::size_t> row) {
    if (row == d_->current)
        return;
    d_->current = row && *row < d_->sheet->rows.size() ? row : std::nullopt;
    if (d_->current && !d_->lineOf[*d_->current]) { // folded away: unfold what is around it
        for (std::size_t i = 0; i < *d_->current; ++i)
            if (d_->sheet->rows[i].row.kind == analysis::RowKind::heading &&
                d_->sheet->endOf(i) > *d_->current)
                d_->folded.erase(d_->sheet->rows[i].row.element);
        d_->arrange();
        updateScrollBars();
    }
    if (d_->current) {
        scrollTo(*d_->current);
        scrollToLanesOf(*d_->current);
    }
    tellPartners();
    refit();
}

void ProgramView::setPartners(std::vector<ProgramPartner> partners) {
    d_->partners = std::move(partners);
    d_->partnerOf.assign(d_->sheet->rows.size(), std::nullopt);
    for (std::size_t i = 0; i < d_->partners.size(); ++i)
        for (const std::size_t row : d_->partners[i].own)
            if (row < d_->partnerOf.size())
                d_->partnerOf[row] = i;
    d_->shadeOf.clear();
    std::size_t shade = 0;
    for (const ProgramPartner& one : d_->partners) {
        d_->shadeOf.push_back(shade);
        if (!one.unchanged && !one.own.empty() && !one.other.empty())
            ++shade;
    }
    d_->marked.clear();
    redraw();
}

const std::vector<ProgramPartner>& ProgramView::partners() const {
    return d_->partners;
}

std::optional<std::size_t> ProgramView::currentPartner() const {
    return d_->current && *d_->current < d_->partnerOf.size() ? d_->partnerOf[*d_->current]
                                                              : std::nullopt;
}

void ProgramView::choosePartner(std::size_t partner) {
    if (partner < d_->partners.size() && !d_->partners[partner].own.empty())
        choose(d_->partners[partner].own.front());
}

QColor ProgramView::colourOfPartner(std::size_t partner) const {
    return d_->colourOfPartner(partner);
}

std::optional<RowSpan> ProgramView::spanOf(std::size_t row) const {
    if (row >= d_->lineOf.size())
        return std::nullopt;
    const auto& g = d_->geometry;
    const double top =
        g.head + static_cast<double>(d_->shownLine(row)) * g.row - verticalScrollBar()->value();
    return RowSpan{top, top + g.row};
}

RowSpan ProgramView::rowsInSight() const {
    const auto& g = d_->geometry;
    return {g.head, std::max(g.head, viewport()->height() - g.foot)};
}

void ProgramView::setMarked(std::vector<std::size_t> rows) {
    d_->marked = std::move(rows);
    if (!d_->marked.empty())
        scrollTo(d_->marked.front());
    redraw();
}

const std::vector<std::size_t>& ProgramView::marked() const {
    return d_->marked;
}

void ProgramView::tellPartners() {
    d_->marked.clear();
    if (const auto partner = currentPartner())
        emit partnersChosen(d_->partners[*partner].other);
}

void ProgramView::describeCurrent() {
    QString text;
    if (d_->chosen)
        text = d_->said() + (d_->preview ? QLatin1Char('\n') + d_->totals() : QString());
    else if (d_->current)
        text = d_->detailsOf(*d_->current);
    else
        text = d_->totals();
    setAccessibleDescription(text);
}

void ProgramView::setFolded(ElementId heading, bool folded) {
    if (folded ? !d_->folded.insert(heading).second : d_->folded.erase(heading) == 0)
        return;
    d_->arrange();
    updateScrollBars();
    redraw();
}

bool ProgramView::isFolded(ElementId heading) const {
    return d_->folded.contains(heading);
}

const std::vector<std::size_t>& ProgramView::visibleRows() const {
    return d_->visible;
}

/// After a change of what the foot says.
void ProgramView::refit() {
    updateScrollBars();
    if (d_->chosen && d_->current)
        scrollTo(*d_->current); // the foot is higher now
    describeCurrent();
    redraw();
}

QString ProgramView::legend() const {
    return d_->legend();
}

QSize ProgramView::wholeSize() const {
    if (d_->sheet->rows.empty())
        return {};
    Private whole(*d_);
    whole.sight = 1e6;
    whole.corner = 0;
    whole.chosen.reset();
    whole.fit(1e6);
    const auto& g = whole.geometry;
    const double width =
        std::ceil(g.columns() + static_cast<double>(whole.laneColumns()) * g.lane + 12);
    whole.fitFoot(width);
    return {static_cast<int>(width),
            static_cast<int>(
                std::ceil(g.head + static_cast<double>(d_->visible.size()) * g.row + g.foot))};
}

void ProgramView::render(QPainter& painter, QSize size) const {
    Private whole(*d_);
    whole.sight = 1e6;
    whole.corner = 0;
    whole.chosen.reset();
    whole.fit(1e6);
    whole.fitFoot(size.width());
    whole.current.reset();
    whole.hoveredLane.reset();
    whole.hoveredLine.reset();
    whole.hoveredBracket.reset();
    ProgramPainter(whole, painter, size, {}, false).paint();
}

void ProgramView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    ProgramPainter(*d_, painter, viewport()->size(),
                   QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()),
                   hasFocus())
        .paint();
}

} // namespace mw::viewers
