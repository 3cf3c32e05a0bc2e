#pragma once

#include <QCoreApplication>
#include <QString>

// Texts of functions that are no QObject's. tools/translate files them under their namespace.

namespace mw::app {

inline QString tr(const char* text) {
    return QCoreApplication::translate("mw::app", text);
}

namespace tour {

inline QString tr(const char* text) {
    return QCoreApplication::translate("mw::app::tour", text);
}

} // namespace tour

} // namespace mw::app
