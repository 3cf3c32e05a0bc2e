// Fills in what the texts of the tour leave open.
#include "app/gui/tour/text.h"

#include "app/gui/action_table.h"
#include "app/gui/tour/elements.h"
#include "app/gui/tr.h"
#include "core/analysis/traffic.h"
#include "core/symbolic/expr.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QAction>
#include <QRegularExpression>

#include <algorithm>

namespace mw::app {

using viewers::qs;

namespace {

/// What the memlet moves with the values of the run.
QString bytesOf(const TourScene& scene, const ir::DocumentIndex::Place& place) {
    const auto bytes = symbolic::evaluateInteger(
        analysis::memletBytes(*place.sdfg, place.edge->memlet), scene.values);
    return bytes ? viewers::bytesText(static_cast<double>(*bytes)) : tr("bytes");
}

/// A line for each parameter.
QString rangesOf(const ir::Map& map) {
    QStringList lines;
    for (std::size_t i = 0; i < map.params.size(); ++i)
        lines << viewers::dimensionName(map.params[i]) + QStringLiteral(": ") +
                     viewers::rangeText(map.range.dims[i]);
    return lines.join(QLatin1Char('\n'));
}

/// What stands for a name in braces.
QString exampleText(const QString& name, const TourScene& scene) {
    if (!scene.index)
        return tr("(open the sample)");
    const auto example = tourExample(*scene.index);
    if (!example.map)
        return tr("(not in this variant)");
    const auto& index = *scene.index;
    if (name == QLatin1String("map"))
        return viewers::elementTitle(index, example.map);
    if (name == QLatin1String("range"))
        return rangesOf(index.find(example.map)->node->as<ir::MapEntry>()->map);
    if (name == QLatin1String("argument"))
        return qs(ir::displayName(*index.find(example.argument)->node));
    if (name == QLatin1String("memlet"))
        return viewers::elementTitle(index, example.memlet);
    return bytesOf(scene, *index.find(example.memlet));
}

} // namespace

QString actionPlace(const ActionTable& actions, const QString& id) {
    const auto& specs = actions.specs();
    const auto spec = std::ranges::find(specs, id, &ActionSpec::id);
    if (spec == specs.end())
        return id;
    QStringList path;
    for (const auto& part : {spec->menu, spec->submenu, spec->text})
        if (!part.isEmpty())
            path << withoutKey(part);
    const auto keys = spec->shortcut.toString(QKeySequence::NativeText);
    return path.join(QStringLiteral(" › ")) +
           (keys.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(keys));
}

QString tourHtml(const char* text, const TourScene& scene, const ActionTable& actions) {
    static const QRegularExpression braces(QStringLiteral("\\{([a-z:-]+)\\}"));
    const QString from = tour::tr(text);
    QString html;
    qsizetype end = 0;
    for (auto at = braces.globalMatch(from); at.hasNext();) {
        const auto match = at.next();
        html += from.mid(end, match.capturedStart() - end);
        end = match.capturedEnd();
        const auto name = match.captured(1);
        const auto id = name.mid(qstrlen(kTourLink));
        html += name.startsWith(QLatin1String(kTourLink))
                    ? QStringLiteral("<a href=\"%1\">%2</a>")
                          .arg(name, actionPlace(actions, id).toHtmlEscaped())
                    : QStringLiteral("<b>%1</b>")
                          .arg(exampleText(name, scene)
                                   .toHtmlEscaped()
                                   .replace(QLatin1Char('\n'), QLatin1String("<br>")));
    }
    return html + from.mid(end);
}

} // namespace mw::app
