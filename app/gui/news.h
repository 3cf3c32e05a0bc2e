#pragma once

#include <QString>

#include <vector>

namespace mw::app {

/// Something that the window did not do before.
struct News {
    QString text;   ///< "Bookmarks and notes"
    QString detail; ///< what it is for, with its keys
    QString action; ///< id of what shows it while nothing is open; empty: it needs a program
};
/// Newest first.
std::vector<News> news();

} // namespace mw::app
