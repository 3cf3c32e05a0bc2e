#pragma once

#include "viewers/program/program_view.h"

#include <QFontMetricsF>
#include <QPainter>

namespace mw::viewers {

/// Where things are, in pixels: columns that stay, lanes that scroll below a head, a foot.
struct ProgramGeometry {
    double row = 22, lane = 15, head = 118, foot = 50;
    double gutter = 104;                                 ///< of the brackets
    double name = 130, range = 0, bytes = 140, time = 0; ///< as wide as what stands there

    double columns() const { return gutter + name + range + bytes + time; }
    double rangeAt() const { return gutter + name; }
    double bytesAt() const { return rangeAt() + range; }
    double timeAt() const { return bytesAt() + bytes; }
};

/// A bracket as it is drawn: in columns, so that none crosses another.
struct PlacedBracket {
    std::size_t bracket = 0; ///< index
    int column = 0;          ///< 0: nearest to the rows
    double top = 0, bottom = 0;
};

struct ProgramView::Private {
    std::shared_ptr<const ProgramSheet> sheet = std::make_shared<ProgramSheet>();
    std::map<ElementId, double> times, modelled;
    double mostBytes = 0; ///< the longest bar of bytes
    double longest = 0, copyBandwidth = 0;
    std::vector<ProgramBracket> brackets;
    std::vector<PlacedBracket> placed;
    std::vector<ProgramPartner> partners;
    std::vector<std::optional<std::size_t>> partnerOf; ///< by row
    std::vector<std::size_t> shadeOf; ///< by partner: how many before it are not unchanged
    std::vector<std::size_t> marked;
    std::map<std::size_t, QString> rowStars, laneStars;
    std::optional<std::size_t> currentLane;
    QString busy;
    ThemeKind theme = ThemeKind::light;
    std::set<ElementId> folded;
    std::vector<std::size_t> visible;               ///< rows
    std::vector<std::optional<std::size_t>> lineOf; ///< by row: index in visible
    std::optional<std::size_t> current, chosen;     ///< row; bracket
    std::optional<std::size_t> hoveredLine, hoveredLane, hoveredBracket;
    bool previewed = false; ///< Enter was pressed on the bracket once
    ProgramGeometry geometry;

    void arrange(); ///< after a change of sheet or folds
    /// The line that a row stands in: its own, or that of the heading that hides it.
    std::size_t shownLine(std::size_t row) const;
    QColor colourOfPartner(std::size_t partner) const;
    void placeBrackets();
    void measureText(); ///< how wide names and ranges are
    /// Columns for a widget of this width.
    void fit(double width);
    double nameWidth = 0, rangeWidth = 0;

    QString detailsOf(std::size_t row) const;
    QString detailsOfLane(std::size_t lane) const;
    QString totals() const; ///< the first line of the foot
    QString said() const;   ///< the second: about what is chosen
};

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
    void paintLines(Line first, Line last);
    void paintRow(Line line, const SheetRow& row);
    void paintPartner(const QRectF& rect, std::size_t row);
    void paintHeading(const QRectF& rect, const SheetRow& row);
    /// The star of a row, with its note behind what stands there; gives what is left of the place.
    QRectF paintStar(const QRectF& place, const SheetRow& row);
    /// `outer`: the share of a paler bar around it.
    void paintBar(const QRectF& rect, double share, const QColor& colour, const QString& text,
                  double outer = 0);
    void paintBytes(const QRectF& rect, const SheetRow& row);
    void paintLifetimes(Line first, Line last);
    void paintMarks(Line line, const SheetRow& row);
    void paintBrackets();
    void paintHead();
    void paintFoot();
    QColor colourOf(const SheetLane& lane) const;
    void text(const QRectF& rect, const QString& text, const QColor& colour, int flags,
              Qt::TextElideMode elide = Qt::ElideMiddle);

    const ProgramView::Private& d_;
    QPainter& painter_;
    QSizeF size_;
    QPointF scroll_;
    bool focused_;
    const Theme& theme_;
    const ProgramGeometry& g_;
};

} // namespace mw::viewers
