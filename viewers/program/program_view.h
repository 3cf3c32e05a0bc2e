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
    /// Median times by the element of a row, us; `gigabytesPerSecond`: of a copy on that device
    /// (0: not known).
    void setTimes(std::map<ElementId, double> times, double gigabytesPerSecond);
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
    /// Stars beside rows and lanes, with a note or none, by index; go with the sheet.
    void setStars(std::map<std::size_t, QString> rows, std::map<std::size_t, QString> lanes);
    const std::map<std::size_t, QString>& rowStars() const;
    const std::map<std::size_t, QString>& laneStars() const;
    /// The array that is selected; nullopt: none.
    void setCurrentLane(std::optional<std::size_t> lane);
    std::optional<std::size_t> currentLane() const;

    void setCurrentRow(std::optional<std::size_t> row); ///< of the sheet; scrolls to it
    std::optional<std::size_t> currentRow() const;
    std::optional<std::size_t> currentBracket() const;
    void setCurrentBracket(std::optional<std::size_t> bracket);
    void setFolded(ElementId heading, bool folded);
    bool isFolded(ElementId heading) const;
    /// Rows that are not folded away, top to bottom.
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
    /// Asks to carry out the current bracket; nothing without one that can be done.
    void doBracket();
    /// Asks to try the current bracket; nothing without one that can be done.
    void tryBracket();
    /// To the first row of the next group of partners that is not as it was.
    void nextDifference();

    struct Private;

signals:
    void rowChosen(mw::ElementId element);      ///< by click or key
    void laneChosen(std::size_t lane);          ///< by a click on its name
    void rowOpened(mw::ElementId element);      ///< Enter, double click: wants to see its inside
    void bracketActivated(std::size_t bracket); ///< Enter a second time: do it
    void bracketTried(std::size_t bracket);     ///< T: do it, verify and time it
    void bracketChosen(std::size_t bracket);
    void partnersChosen(const std::vector<std::size_t>& rows); ///< of the other view
    void hovered(const QString& text);
    void looksChanged(); ///< rows moved, or others are current, marked or hovered

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::unique_ptr<Private> d_;

    void redraw();
    void updateScrollBars();
    void choose(std::size_t row);
    void activate();
    void goTo(int line); ///< of the visible ones
    void step(int rows);
    void stepBracket(int by);
    void scrollTo(std::size_t row);
    void tellPartners();
    void describeCurrent();
};

} // namespace mw::viewers
