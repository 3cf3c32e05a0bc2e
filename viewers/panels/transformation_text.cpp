// Texts of descriptors in the language of the window.
#include "viewers/panels/transformation_text.h"

#include "viewers/panels/element_text.h"

#include <QCoreApplication>

namespace mw::viewers {

QString translatedTitle(const QString& english) {
    return english.isEmpty()
               ? english
               : QCoreApplication::translate("mw::transforms", english.toUtf8().constData());
}

namespace {

QString translated(const QString& text) {
    return translatedTitle(text);
}

} // namespace

QString titleOf(const transforms::Transformation& t) {
    return translated(qs(t.title));
}

QString titleOf(transforms::Category category) {
    return translated(qs(transforms::title(category)));
}

QString bothNames(const transforms::Transformation& t) {
    return QStringLiteral("%1 (%2)").arg(titleOf(t), qs(t.name));
}

QString summaryOf(const transforms::Transformation& t) {
    return translated(qs(t.summary));
}

QString nameOf(const transforms::ParamSpec& param) {
    return translated(qs(param.name).replace(QLatin1Char('-'), QLatin1Char(' ')));
}

QString helpOf(const transforms::ParamSpec& param) {
    return translated(qs(param.help));
}

QString deedOf(const transforms::Transformation& t) {
    return translated(qs(t.title).section(QLatin1Char(' '), 0, 0) + QStringLiteral(" %1"));
}

} // namespace mw::viewers
