#pragma once

#include <QString>

#include <memory>
#include <vector>

class QTranslator;

namespace mw::app {

struct Language {
    QString code; ///< "de"
    QString name; ///< in the language itself
};
/// What the window speaks, English first. Sentences of core (findings, refusals) are English in all
/// of them; titles of transformations and their parameters are not.
std::vector<Language> languages();

/// The catalogues of a language, `code` empty: of the first one of the desktop's that the window
/// speaks. Empty for English. They hold as long as they live once they are installed.
std::vector<std::unique_ptr<QTranslator>> cataloguesOf(const QString& code);

} // namespace mw::app
