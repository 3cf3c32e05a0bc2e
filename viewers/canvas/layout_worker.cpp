// Lays out documents off the GUI thread; the newest request wins.
#include "viewers/canvas/layout_worker.h"

#include "core/analysis/kernel_names.h"

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr std::size_t kPicturesKept = 6;

} // namespace

layout::Layouter& sharedLayouter() {
    static layout::Layouter layouter;
    return layouter;
}

LayoutWorker::LayoutWorker(Deliver deliver)
    : deliver_(std::move(deliver)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

LayoutWorker::~LayoutWorker() {
    {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        current_.request_stop();
    }
    thread_.request_stop();
}

void LayoutWorker::request(LayoutRequest request) {
    std::shared_ptr<const Scene> known;
    {
        const std::lock_guard lock(mutex_);
        current_.request_stop();
        waiting_.reset();
        known = kept(request);
        if (!known)
            waiting_ = std::move(request);
    }
    if (known)
        deliver_(request.number, std::move(known));
    else
        wake_.notify_one();
}

void LayoutWorker::takePicturesOf(LayoutWorker& other) {
    const std::scoped_lock lock(mutex_, other.mutex_);
    kept_ = other.kept_;
}

void LayoutWorker::startOver() {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    waiting_.reset();
    kept_.clear();
}

std::shared_ptr<const Scene> LayoutWorker::kept(const LayoutRequest& request) {
    const auto found = std::ranges::find_if(kept_, [&](const Kept& one) {
        return one.document == request.document && one.options == request.options;
    });
    if (found == kept_.end())
        return nullptr;
    std::rotate(kept_.begin(), found, found + 1);
    return kept_.front().scene;
}

/// Of the last picture that showed the same scope.
std::shared_ptr<const layout::Order> LayoutWorker::orderBefore(const LayoutRequest& request) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& one) { return one.options.scopes == request.options.scopes; });
    return found == kept_.end() ? nullptr : found->order;
}

void LayoutWorker::keep(Kept picture, const std::stop_source& own) {
    const std::lock_guard lock(mutex_);
    if (own.stop_requested())
        return;
    kept_.insert(kept_.begin(), std::move(picture));
    if (kept_.size() > kPicturesKept)
        kept_.pop_back();
}

void LayoutWorker::run(const std::stop_token& stop) {
    sharedLayouter().startHelper(); // ready before the first document is
    while (!stop.stop_requested()) {
        LayoutRequest request;
        std::stop_source own;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return waiting_.has_value(); }))
                return;
            request = std::move(*waiting_);
            waiting_.reset();
            current_ = own;
        }
        auto options = request.options;
        options.names = analysis::sharedKernelNames(request.document);
        const auto before = orderBefore(request);
        auto layout =
            sharedLayouter().layout(*request.document, options, own.get_token(), before.get());
        if (!layout || own.stop_requested())
            continue;
        const bool isBest = !layout->helperFailed;
        auto order = std::make_shared<const layout::Order>(orderOf(*layout));
        const auto scene = std::make_shared<const Scene>(request.document, std::move(*layout));
        if (isBest)
            keep({std::move(request.document), std::move(request.options), scene, std::move(order)},
                 own);
        if (!own.stop_requested())
            deliver_(request.number, scene);
    }
}

} // namespace mw::viewers
