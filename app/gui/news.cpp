// What is new, for the start page.
#include "app/gui/news.h"

#include "app/gui/tr.h"

namespace mw::app {

std::vector<News> news() {
    return {
        {tr("Tabs and linked panes"), tr("variants, generations or files side by side (Ctrl+\\)")},
        {tr("Advice"), tr("best first, with what each step saves (Alt+3)")},
        {tr("Overlays"), tr("bytes, lifetimes, blocking and more as colours with numbers")},
        {tr("History"), tr("a slider through the steps, two lines of them aligned (Alt+4)")},
        {tr("Export"), tr("kernels as a library that needs nothing of Mapwright (Ctrl+E)")},
        {tr("Times of the model"), tr("drop its .json and .csv files on this window")},
    };
}

} // namespace mw::app
