#pragma once

#include "viewers/program/sheet.h"
#include "viewers/theme/theme.h"

#include <QAbstractScrollArea>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace mw::viewers {

/// What could be done with two rows, or what is in the way: drawn between them.
struct ProgramBracket {
    std::size_t first = 0, last = 0; ///< rows of the sheet, first < last
    QString what;                    ///< "map-fusion-vertical: map_1 -> tmp -> map_2"
    QString saves;                   ///< "51 MB and 1 launch"
    QString label;                   ///< short: "−51 MB"
    QString refusal;                 ///< why not; empty: it can be done
    std::vector<ElementId> blocking; ///< elements that the refusal speaks of
    /// Rows and lanes of the sheet that have these elements.
    std::vector<std::size_t> blockingRows = {}, blockingLanes = {};
};

/// What a program comes to; nullopt: not known.
struct ProgramTotals {
    analysis::ProgramFigures figures = {};
    std::optional<double> microseconds = {}; ///< predicted
};

/// What a bracket would make of the sheet's rows and lanes.
struct ProgramPreview {
    std::set<std::size_t> goingRows, goingLanes; ///< of the sheet
    /// Rows that come. The lanes of their marks are the sheet's, then `lanes`.
    std::vector<SheetRow> rows;
    std::vector<std::size_t> below; ///< of each: the row of the sheet under which it is shown
    std::vector<SheetLane> lanes;   ///< that come
    ProgramTotals before, after;
};

/// What was measured of a program.
struct ProgramTimes {
    std::map<ElementId, double> kernels = {}; ///< medians by the element of a row, us
    double program = 0;       ///< from first start to last end of one call, median, us
    double copies = 0;        ///< of that in copies between arrays, median, us
    double bytes = 0;         ///< that its kernels moved at least, in the launches of one call
    double copyBandwidth = 0; ///< GB/s of a copy on that device; 0: not known
    /// They were measured for other sizes than the bytes are counted for, and are not combined with
    /// these.
    bool otherSizes = false;
    bool cached = false; ///< the arrays stay in the last cache: times are flattered
    QString note = {};   ///< in a sentence
};

/// How a kernel is launched: "1125×40 of 128×1".
struct ProgramLaunch {
    QString text, details;
};

/// Rows that do together what others do in another view.
struct ProgramPartner {
    std::vector<std::size_t> own, other;
    bool unchanged = false; ///< the same computation
    QString text;           ///< "40 kernels, 89.6 MB → 1 kernel, 4.03 MB"
    /// The parts of it: "40 kernels", "89.6 MB", and the time if it was measured.
    QStringList ownFigures = {}, otherFigures = {};
};

/// From where to where a row goes, in the viewport's coordinates.
struct RowSpan {
    double top = 0, bottom = 0;
};

/// In which order rows stand; but for that of the program, headings are left out.
enum class RowOrder { program, name, range, launch, bytes, time };

/// A program as a sequence of kernels over arrays: a row per kernel in program order, a lane per
/// array, brackets for what could be fused, totals at the foot. One painted widget; only what is in
/// view is drawn.
class ProgramView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ProgramView(QWidget* parent = nullptr);
    ~ProgramView() override;

    /// Null: nothing. Brackets and times go; rows that are folded stay so if their heading is
    /// there.
    void setSheet(std::shared_ptr<const ProgramSheet> sheet);
    const std::shared_ptr<const ProgramSheet>& sheet() const;
    void setTimes(ProgramTimes times);
    /// By the element of a row; go with the sheet.
    void setLaunches(std::map<ElementId, ProgramLaunch> launches);
    /// What kernels are likely to ask of the cache behind the threads, by the element of a row:
    /// more than the row's bytes, which it must move, where it reads again. Goes with the sheet.
    void setModelledBytes(std::map<ElementId, double> bytes);
    void setBrackets(std::vector<ProgramBracket> brackets);
    const std::vector<ProgramBracket>& brackets() const;
    /// What its rows are in another view; goes with the sheet.
    void setPartners(std::vector<ProgramPartner> partners);
    const std::vector<ProgramPartner>& partners() const;
    /// What the current row belongs to.
    std::optional<std::size_t> currentPartner() const;
    /// Says partnersChosen() of the current row, if there is one.
    void tellPartners();
    /// The first row of it becomes the current one, as by click.
    void choosePartner(std::size_t partner);
    /// The same in both views.
    QColor colourOfPartner(std::size_t partner) const;
    /// Rows that somebody speaks of elsewhere; scrolls to the first.
    void setMarked(std::vector<std::size_t> rows);
    const std::vector<std::size_t>& marked() const;
    /// "looking for what could be fused": at the foot, empty when done.
    void setBusy(const QString& sentence);
    const QString& busy() const;
    void setTheme(ThemeKind kind);
    ThemeKind theme() const;
    /// Stands in the upper left corner of the head, which is at least as high.
    void setCorner(QWidget* corner);
    /// What its marks mean, a line for each.
    QString legend() const;
    void showLegend(); ///< beside its "?"
    /// Stars beside rows and lanes, with a note or none, by index; go with the sheet.
    void setStars(std::map<std::size_t, QString> rows, std::map<std::size_t, QString> lanes);
    const std::map<std::size_t, QString>& rowStars() const;
    const std::map<std::size_t, QString>& laneStars() const;
    /// What an overlay says about rows, by element, and about arrays, by lane; go with the sheet.
    void setColours(std::map<ElementId, QColor> rows, std::map<std::size_t, QColor> lanes);
    /// The array that is selected; nullopt: none. Scrolls to it.
    void setCurrentLane(std::optional<std::size_t> lane);
    std::optional<std::size_t> currentLane() const;
    /// All arguments as one lane: nullopt as the width has it, which folds them where there would
    /// be no room for temporaries beside them.
    void setArgumentsFolded(std::optional<bool> folded);
    bool areArgumentsFolded() const;
    /// Lanes of arrays that the rows in sight touch and that are themselves out of sight: before
    /// and after those in sight.
    std::pair<std::size_t, std::size_t> lanesOutOfSight() const;

    /// Brackets and lifetimes are drawn in the order of the program alone.
    void setOrder(RowOrder order, bool descending = false);
    RowOrder order() const;
    bool isDescending() const;

    void setCurrentRow(std::optional<std::size_t> row); ///< of the sheet; scrolls to it
    std::optional<std::size_t> currentRow() const;
    std::optional<std::size_t> currentBracket() const;
    void setCurrentBracket(std::optional<std::size_t> bracket);
    /// What the current bracket would change, drawn over the rows; nullopt: nothing. Goes when
    /// another row or bracket becomes current, and by Escape.
    void setPreview(std::optional<ProgramPreview> preview);
    const std::optional<ProgramPreview>& preview() const;
    bool isPreviewing() const; ///< it is asked for, or there
    void setFolded(ElementId heading, bool folded);
    bool isFolded(ElementId heading) const;
    void foldAll(bool folded);
    /// Of row heights, lane widths and letters; 1 is natural size.
    void setZoom(double zoom);
    double zoom() const;
    void zoomBy(int steps);
    /// The largest zoom at which all rows and lanes are in sight, as far as they can be read.
    void fitAll();
    /// Brings the current row and lane into sight.
    void showCurrent();
    /// Scrolls so that the row is there, as far as the program goes.
    void scrollRowTo(std::size_t row, double top);
    /// Scrolls so that the lane is the first one in sight.
    void scrollLaneFirst(std::size_t lane);
    std::optional<std::size_t> firstLaneInSight() const;
    /// Rows that are not folded away, top to bottom; those of a preview count on from the sheet's.
    const std::vector<std::size_t>& visibleRows() const;

    /// Where a row is, be it in sight or not; of one that is folded away, where its heading is.
    std::optional<RowSpan> spanOf(std::size_t row) const;
    /// Between head and foot.
    RowSpan rowsInSight() const;

    /// The whole of it, for exports.
    QSize wholeSize() const;
    void render(QPainter& painter, QSize size) const;
    using QWidget::render;

    /// From bracket to bracket, top to bottom.
    void nextBracket() { stepBracket(1); }
    void previousBracket() { stepBracket(-1); }
    /// As by click; nullopt: none is, any more.
    void chooseBracket(std::optional<std::size_t> bracket);
    /// Asks what the current bracket would change; nothing without one that can be done.
    void previewBracket();
    /// To the first row of the next group of partners that is not as it was.
    void nextDifference();

    struct Private;

signals:
    void rowChosen(mw::ElementId element);      ///< by click or key
    void laneChosen(std::size_t lane);          ///< by a click on its name
    void rowOpened(mw::ElementId element);      ///< double click: shows what is inside of it
    void said(const QString& sentence);         ///< why a key does nothing here
    void bracketPreviewed(std::size_t bracket); ///< Enter: what would it change?
    void bracketChosen(std::optional<std::size_t> bracket); ///< by click or key
    void stepActivated(); ///< Enter a second time, double click: do the current step
    void stepTried();     ///< T: do it, verify and time it
    void orderChanged();
    void bracketsChanged(); ///< they are others; the chosen one is again, if it is among them
    void bracketHovered(std::optional<std::size_t> bracket);
    void partnersChosen(const std::vector<std::size_t>& rows); ///< of the other view
    void hovered(const QString& text);
    void zoomed(double zoom);
    void scrolled();     ///< rows or lanes, by anybody
    void looksChanged(); ///< rows moved, or others are current, marked or hovered

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::unique_ptr<Private> d_;
    QWidget* corner_ = nullptr; ///< in the viewport

    void redraw();
    void placeCorner();
    void refit();
    void updateScrollBars();
    void choose(std::size_t row);
    void activate();
    void endPreview();
    void hoverBracket(std::optional<std::size_t> bracket);
    void goTo(int line); ///< of the visible ones
    void step(int rows);
    void stepBracket(int by);
    void scrollTo(std::size_t row);
    void scrollToColumns(std::size_t first, std::size_t last);
    void scrollToLanesOf(std::size_t row);
    void followRows();
    void onScrolled();
    void pressStrip(double x);
    void pressTitle(double x);
    bool dragColumn(QMouseEvent& event);
    void describeCurrent();
};

} // namespace mw::viewers
