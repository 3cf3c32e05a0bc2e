#pragma once

#include "app/workbench/session_store.h"

#include <QString>

// What the window shows is the workbench's; here are its names and its paths as Qt has them.

namespace mw::app {

using workbench::Program;
using workbench::ProgramPtr;
using workbench::SessionStore;

inline std::filesystem::path toPath(const QString& path) {
    return path.toStdString();
}
inline QString toQString(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

/// Without the folders.
inline QString fileName(const std::string& path) {
    return toQString(std::filesystem::path(path).filename());
}

} // namespace mw::app
