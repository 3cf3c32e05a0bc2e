#pragma once

#include <QString>

#include <vector>

namespace mw::app {

/// Something that the window did not do before.
struct News {
    QString text;   ///< "Bookmarks and notes"
    QString detail; ///< what it is for, with its keys
};
/// Newest first.
std::vector<News> news();

} // namespace mw::app
