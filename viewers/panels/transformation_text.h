#pragma once

#include "transforms/framework/transformation.h"

#include <QString>

// What descriptors say of transformations, in the language of the window. Their own texts are
// English; app/gui/languages/transformations_*.ts has them in others, and a test asks for all of
// them.

namespace mw::viewers {

QString titleOf(const transforms::Transformation& t);
/// Of an English title, as histories keep it; what is none stays.
QString translatedTitle(const QString& english);
QString titleOf(transforms::Category category);
/// "Fuse maps along the dataflow (map-fusion-vertical)": the title, and what commands and recipes
/// call it.
QString bothNames(const transforms::Transformation& t);
QString summaryOf(const transforms::Transformation& t);
/// "only inner maps"
QString nameOf(const transforms::ParamSpec& param);
QString helpOf(const transforms::ParamSpec& param);
/// What the title begins with ("Fuse"), done to something: "Fuse %1".
QString deedOf(const transforms::Transformation& t);

} // namespace mw::viewers
