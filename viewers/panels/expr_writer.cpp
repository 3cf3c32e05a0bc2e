// Expressions with the numbers of a run put in.
#include "viewers/panels/expr_writer.h"

#include "core/analysis/inner_values.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/panel.h"

#include <QStringList>

namespace mw::viewers {

const ExprWriter::Known& ExprWriter::knownIn(const ir::Sdfg& sdfg) const {
    const auto [found, isNew] = known_.try_emplace(sdfg.id);
    auto& known = found->second;
    if (!isNew || values_.empty())
        return known;
    const auto* place = index_.find(sdfg.id);
    const auto* holder = place && place->parent ? index_.find(place->parent) : nullptr;
    // Those around are known, too, as a rule.
    known.values = holder ? analysis::valuesInside(*holder->node->as<ir::NestedSdfg>(),
                                                   knownIn(*holder->sdfg).values)
                          : analysis::valuesInside(index_, sdfg.id, values_);
    for (const auto& [name, value] : known.values)
        known.substitution.emplace(name, value.isReal ? symbolic::Expr::real(value.d)
                                                      : symbolic::Expr::integer(value.i));
    return known;
}

symbolic::Expr ExprWriter::value(const ir::Sdfg& sdfg, const symbolic::Expr& e) const {
    const auto& known = knownIn(sdfg);
    if (known.values.empty())
        return e;
    const auto whole = symbolic::evaluateInteger(e, known.values);
    return whole ? symbolic::Expr::integer(*whole) : symbolic::substitute(e, known.substitution);
}

symbolic::Range ExprWriter::value(const ir::Sdfg& sdfg, const symbolic::Range& range) const {
    return {value(sdfg, range.begin), value(sdfg, range.end), value(sdfg, range.step),
            value(sdfg, range.tile)};
}

symbolic::Subset ExprWriter::value(const ir::Sdfg& sdfg, const symbolic::Subset& subset) const {
    symbolic::Subset result;
    for (const auto& range : subset.dims)
        result.dims.push_back(value(sdfg, range));
    return result;
}

ir::Map ExprWriter::value(const ir::Sdfg& sdfg, ir::Map map) const {
    map.range = value(sdfg, map.range);
    return map;
}

QString ExprWriter::text(const ir::Sdfg& sdfg, const symbolic::Expr& e) const {
    return groupedDigits(qs(symbolic::print(value(sdfg, e))));
}

QString ExprWriter::text(const ir::Sdfg& sdfg, const std::vector<symbolic::Expr>& list) const {
    QStringList parts;
    for (const auto& expr : list)
        parts << text(sdfg, expr);
    return parts.join(QStringLiteral(", "));
}

QString ExprWriter::text(const ir::Sdfg& sdfg, const symbolic::Subset& subset) const {
    return QLatin1Char('[') + groupedDigits(qs(symbolic::print(value(sdfg, subset)))) +
           QLatin1Char(']');
}

QString ExprWriter::volume(const ir::Sdfg& sdfg, const ir::Memlet& memlet) const {
    const auto volume = text(sdfg, memlet.volume);
    if (!memlet.dynamic)
        return volume;
    return memlet.volume.isInteger(0) ? Panel::tr("dynamic") : Panel::tr("at most ") + volume;
}

} // namespace mw::viewers
