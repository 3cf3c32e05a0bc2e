#pragma once

#include "viewers/theme/theme.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace mw::viewers {

/// The samples of one time, and how its variant is called and coloured.
struct Distribution {
    QString name;
    std::size_t colour = 0;
    std::vector<double> samples; ///< us, in the order in which they were taken
};

/// "original: 20 samples, half of them 39.8 … 40.2 µs, median 40.0 µs, all 39.1 … 55.0 µs"
QString sentenceOf(const Distribution& distribution);

/// A tip with the samples of a row of times, variant below variant on one axis: every sample as a
/// dot, the first one on top, over a box from quartile to quartile.
class DistributionTip : public QWidget {
    Q_OBJECT

public:
    explicit DistributionTip(QWidget* parent);

    void setTheme(ThemeKind kind);
    /// Beside this place of the screen; hides where there are no samples.
    void showFor(const QString& heading, std::vector<Distribution> distributions, QPoint place);
    const std::vector<Distribution>& shown() const { return distributions_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLane(QPainter& painter, const QRectF& lane, const Distribution& distribution) const;
    double x(double us) const;
    QRectF plot() const;
    int headHeight() const;

    ThemeKind theme_ = ThemeKind::light;
    QString heading_;
    std::vector<Distribution> distributions_;
    double low_ = 0, high_ = 1; ///< us, of the axis
};

} // namespace mw::viewers
