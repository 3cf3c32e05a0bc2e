#pragma once

#include "viewers/program/program_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <array>
#include <numeric>

namespace mw::viewers {

/// Of what stands below so many headings, in pixels: with many of them names keep their room.
inline double indentOf(int depth) {
    constexpr double kIndent = 14;
    constexpr int kMostDepth = 3;
    return kIndent * std::min(depth, kMostDepth);
}

enum class Column { gutter, name, range, launch, bytes, time };

/// Where things are, in pixels: columns that stay, lanes that scroll below a head, a foot.
struct ProgramGeometry {
    double scale = 1; ///< of texts, against the usual size at zoom 1
    double row = 22, lane = 12, head = 134, foot = 26;
    double strip = 18;  ///< at the top of the head, above the names of lanes
    double hint = 44;   ///< width of what says there how many lanes are out of sight
    double help = 20;   ///< width of the "?" in the corner of the head
    double title = 24;  ///< height of the columns' titles, at the bottom of the head
    double number = 62; ///< width of a number with its unit
    /// By Column: that of the brackets, then as wide as what stands there.
    std::array<double, 6> width{18, 130, 0, 0, 140, 0};

    double of(Column column) const { return width[static_cast<std::size_t>(column)]; }
    double& of(Column column) { return width[static_cast<std::size_t>(column)]; }
    double at(Column column) const {
        return std::accumulate(width.begin(), width.begin() + static_cast<int>(column), 0.0);
    }
    double columns() const { return std::accumulate(width.begin(), width.end(), 0.0); }
    double gutter() const { return of(Column::gutter); }
};

/// As large as the zoom has them.
struct ProgramFonts {
    QFont ui, bold, small, code;
    double scale = 1; ///< against the usual size at zoom 1
};

/// A bracket as it is drawn: in columns, so that none crosses another.
struct PlacedBracket {
    std::size_t bracket = 0; ///< index
    int column = 0;          ///< 0: nearest to the rows
    double top = 0, bottom = 0;
};

struct ProgramView::Private {
    std::shared_ptr<const ProgramSheet> sheet = std::make_shared<ProgramSheet>();
    ProgramTimes times;
    std::map<ElementId, ProgramLaunch> launches;
    std::map<ElementId, double> modelled;
    double mostBytes = 0; ///< the longest bar of bytes
    double longest = 0;   ///< of times
    std::vector<ProgramBracket> brackets;
    std::vector<PlacedBracket> placed;
    std::vector<ProgramPartner> partners;
    std::vector<std::optional<std::size_t>> partnerOf; ///< by row
    std::vector<std::size_t> shadeOf; ///< by partner: how many before it are not unchanged
    std::vector<std::size_t> marked;
    std::map<std::size_t, QString> rowStars, laneStars;
    std::map<ElementId, QColor> rowColours;
    std::map<std::size_t, QColor> laneColours;
    std::optional<std::size_t> currentLane;
    QString busy;
    ThemeKind theme = ThemeKind::light;
    RowOrder order = RowOrder::program;
    bool descending = false;
    std::set<ElementId> folded;
    std::vector<std::size_t> visible;               ///< rows
    std::vector<std::optional<std::size_t>> lineOf; ///< by row: index in visible
    std::optional<std::size_t> current, chosen;     ///< row; bracket
    std::optional<std::size_t> hoveredLine, hoveredLane, hoveredBracket;
    bool hoversArguments = false; ///< their common lane
    double zoom = 1;
    std::optional<bool> argumentsFoldedByUser;
    bool argumentsFolded = false;
    std::array<std::optional<double>, 6> widthByUser; ///< by Column
    std::optional<Column> dragged;                    ///< its right border
    double corner = 0;      ///< height that something else needs in the head
    double sight = 1e6;     ///< height of the widget
    bool previewed = false; ///< Enter was pressed on the bracket once
    std::optional<ProgramPreview> preview;
    ProgramGeometry geometry;

    /// Of the sheet, or of the preview after them.
    const SheetRow& row(std::size_t row) const;
    const SheetLane& lane(std::size_t lane) const;
    std::size_t lanes() const;
    bool isNewRow(std::size_t row) const { return row >= sheet->rows.size(); }
    bool isGoingRow(std::size_t row) const { return preview && preview->goingRows.contains(row); }
    bool isGoingLane(std::size_t lane) const {
        return preview && preview->goingLanes.contains(lane);
    }
    bool isHeading(std::size_t at) const { return row(at).row.kind == analysis::RowKind::heading; }
    void show(std::size_t row); ///< as the next line
    /// The one that the pointer or else the keyboard is at.
    const ProgramBracket* regarded() const;

    void arrange(); ///< after a change of sheet, folds or order
    bool isSorted() const { return order != RowOrder::program; }
    std::vector<std::size_t> sorted() const; ///< rows, without headings
    QString orderText() const;               ///< by what they are; empty: as in the program
    /// The line that a row stands in: its own, or that of the heading that hides it.
    std::size_t shownLine(std::size_t row) const;
    /// From the first to behind the last, of a viewport that is scrolled and that high.
    std::pair<std::size_t, std::size_t> linesInSight(double scrolled, double height) const;
    QColor colourOfPartner(std::size_t partner) const;
    void placeBrackets();
    void measureText(); ///< how wide the columns would be
    void measureTitles(const QFontMetricsF& metrics);
    QString titleOf(Column column, bool shortly) const;
    void sizeByText(); ///< heights, lanes and figures, at this zoom
    /// Columns for a widget of this width.
    void fit(double width);
    void fitColumns(double room);
    void fitHead();
    void fitFoot(double width);
    ProgramFonts fonts() const;
    struct Widths {
        double name = 0, range = 0, launch = 0, brackets = 18, label = 0, lanes = 0;
        double letters = 0;            ///< of twelve
        double leastName = 0;          ///< for twelve letters of any name
        double leastRange = 0;         ///< for the levels of any range
        std::array<double, 6> title{}; ///< by Column, as short as it can be
    };
    Widths natural; ///< in pixels at this zoom

    // Lanes stand in columns: their own, or the first one, which is that of all arguments.
    std::size_t arguments = 0; ///< lanes, the first ones
    std::size_t laneColumns() const;
    std::size_t columnOf(std::size_t lane) const;
    /// nullopt: there is none, or it is that of all arguments.
    std::optional<std::size_t> laneAt(std::size_t column) const;
    /// As they are drawn: arguments that are folded have one in common, with any of their lanes.
    std::vector<analysis::LaneMark> marksOf(std::size_t row) const;
    /// First and last column of a row's marks, of those that it writes if there are any;
    /// `temporaries`: of these alone.
    std::optional<std::pair<std::size_t, std::size_t>> columnsOf(std::size_t row,
                                                                 bool temporaries) const;
    /// See ProgramView::lanesOutOfSight().
    std::pair<std::size_t, std::size_t> lanesOutOfSight(QPointF scroll, QSizeF size) const;
    QString argumentsText() const; ///< "33 arguments"
    QString argumentsDetails() const;

    QString detailsOf(std::size_t row) const;
    QString detailsOfLane(std::size_t lane) const;
    QString totals() const; ///< of the foot
    QString measuredTotals() const;
    QString said() const;  ///< below them: about the bracket that is chosen
    QString aside() const; ///< beside them: what is looked for, partners of the current row
    QString legend() const;
    QStringList totalLines; ///< as wide as the widget, beside what stands there
    QStringList saidLines;
};

/// Pieces in at most so many lines of this width; what has no room ends the last one with "…".
QStringList wrapped(const QStringList& pieces, const QString& between, const QFontMetricsF& metrics,
                    double width, qsizetype most);

/// "Edge 0…67199 × K 0…79", and with less room "Edge × K 0…79", "K 0…79": a range never loses its
/// levels.
QStringList rangeForms(const QString& range);

/// As many pieces as there is room for, the others as "…".
QString asManyAs(const QStringList& pieces, const QString& between, const QFontMetricsF& metrics,
                 double width);

/// Draws a part of the view.
class ProgramPainter {
public:
    ProgramPainter(const ProgramView::Private& d, QPainter& painter, QSizeF size, QPointF scroll,
                   bool focused);
    void paint();
    static QFont smaller(QFont font);

private:
    using Line = std::size_t;
    static constexpr double kPad = 6;

    QRectF lineRect(Line line) const;
    double laneX(std::size_t lane) const;
    double columnX(std::size_t column) const; ///< of lanes
    bool isInSight(double x) const;
    void paintLines(Line first, Line last);
    void paintRow(const QRectF& rect, std::size_t row);
    void paintName(const QRectF& rect, std::size_t row);
    void paintRange(const QRectF& rect, std::size_t row);
    void paintTime(const QRectF& cell, const SheetRow& row);
    void paintPartner(const QRectF& rect, std::size_t row);
    void paintColour(const QRectF& rect, const SheetRow& row);
    void paintHeading(const QRectF& rect, std::size_t row);
    /// Of a preview: rows that go, led to the one that they become.
    void paintJoins();
    void paintBlocked(const QRectF& rect, std::size_t row);
    void strikeOut(const QRectF& text);
    /// The star of a row, with its note behind what stands there; gives what is left of the place.
    QRectF paintStar(const QRectF& place, std::size_t row);
    /// Beside the number of a cell, or below it where that is narrow.
    QRectF barOf(const QRectF& cell) const;
    /// `outer`: the share of a paler bar around it.
    void paintBar(const QRectF& rect, double share, const QColor& colour, const QString& text,
                  double outer = 0);
    void paintBytes(const QRectF& rect, const SheetRow& row);
    void paintLifetimes(Line first, Line last);
    void paintLifetime(std::size_t lane, Line first, Line last);
    void paintArguments(); ///< their common lane
    void paintMark(const analysis::LaneMark& mark, QPointF at, bool going);
    void paintLaneNames();
    void paintLaneName(const QString& whole, TellingPart telling, const QColor& colour, double x,
                       bool struck, bool starred);
    void paintStrip();
    void paintCorner();
    void paintMarks(Line line, std::size_t row);
    void paintBrackets();
    void paintHead();
    void paintFoot();
    QColor colourOf(std::size_t lane) const; ///< what goes is greyed
    void text(const QRectF& rect, const QString& text, const QColor& colour, int flags,
              Qt::TextElideMode elide = Qt::ElideMiddle);

    const ProgramView::Private& d_;
    QPainter& painter_;
    QSizeF size_;
    QPointF scroll_;
    bool focused_;
    const Theme& theme_;
    const ProgramGeometry& g_;
    const ProgramFonts fonts_;
};

} // namespace mw::viewers
