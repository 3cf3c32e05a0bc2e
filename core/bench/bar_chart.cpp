// Head and bars of HTML pages.
#include "core/bench/bar_chart.h"

#include "core/support/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::bench {

namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{0}</title><style>
body {{ font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222; background: #fff; }}
table {{ border-collapse: collapse; margin: 1em 0; }}
th, td {{ padding: .2em .8em; border-bottom: 1px solid #ddd; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
.no {{ color: #b00020; font-weight: bold; }}
.sum {{ font-weight: bold; }}
.warning {{ border-left: 4px solid #b26a00; background: #fff6e6; padding: .5em 1em; }}
svg text {{ font: 12px system-ui, sans-serif; }}
pre {{ background: #f6f6f6; padding: 1em; overflow: auto; }}
</style></head><body><h1>{0}</h1>
)";

/// Colours that differ in lightness too (Okabe and Ito 2008).
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                 "#56b4e9", "#d55e00", "#999999"};

} // namespace

std::string htmlHead(const std::string& title) {
    return fmt::format(kHead, markupText(title));
}

std::string barChart(const std::vector<Bar>& bars) {
    constexpr int kWidth = 520;
    constexpr int kRow = 22;
    constexpr std::size_t kLetter = 7; // pixels, wide enough for most
    double largest = 0;
    std::size_t label = 0;
    std::size_t remark = 0;
    for (const Bar& bar : bars) {
        largest = std::max(largest, bar.value);
        label = std::max(label, bar.label.size());
        remark = std::max(remark, bar.remark.size());
    }
    if (largest <= 0)
        return {};
    const int left = std::max(320, static_cast<int>(kLetter * label));
    const int right = 120 + static_cast<int>(kLetter * remark);
    std::string svg = fmt::format("<svg width=\"{}\" height=\"{}\" role=\"img\">\n",
                                  left + kWidth + right, kRow * static_cast<int>(bars.size()) + 8);
    int y = 4;
    for (const Bar& bar : bars) {
        const auto x = [&](double value) { return left + std::min(1.1, value / largest) * kWidth; };
        svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", left - 8,
                           y + 14, markupText(bar.label));
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>",
                           left, y + 2, x(bar.value) - left, kRow - 6,
                           kColours.at(bar.colour % kColours.size()));
        svg +=
            fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\" stroke=\"#222\"/>",
                        x(bar.low), x(bar.high), y + kRow / 2 - 1, y + kRow / 2 - 1);
        svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{:.1f} us{}{}</text>\n",
                           std::max(x(bar.value), x(bar.high)) + 6, y + 14, bar.value,
                           bar.remark.empty() ? "" : ", ", markupText(bar.remark));
        y += kRow;
    }
    return svg + "</svg>\n";
}

} // namespace mw::bench
