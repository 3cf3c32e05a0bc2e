// What is new, for the start page.
#include "app/gui/news.h"

#include "app/gui/tr.h"

namespace mw::app {

std::vector<News> news() {
    const auto id = [](const char* name) { return QString::fromLatin1(name); };
    return {
        {tr("Bookmarks and notes"), tr("on elements (Ctrl+D) and variants"), {}},
        {tr("Macros"), tr("record what you do, do it again (Ctrl+Shift+R)"), {}},
        {tr("Settings"), tr("in one place, at once (Ctrl+,)"), id("settings")},
        {tr("Times of the model"), tr("drop .json and .csv files"), id("compare-times")},
        {tr("Tour"), tr("to a faster program (F1)"), id("tour")},
    };
}

} // namespace mw::app
