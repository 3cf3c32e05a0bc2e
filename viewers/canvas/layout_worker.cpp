// Lays out documents off the GUI thread; the newest request wins.
#include "viewers/canvas/layout_worker.h"

#include "core/analysis/kernel_names.h"

namespace mw::viewers {

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
    {
        const std::lock_guard lock(mutex_);
        current_.request_stop();
        waiting_ = std::move(request);
    }
    wake_.notify_one();
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
        request.options.names = analysis::sharedKernelNames(request.document);
        auto layout = sharedLayouter().layout(*request.document, request.options, own.get_token());
        if (!layout || own.stop_requested())
            continue;
        auto scene = std::make_shared<const Scene>(request.document, std::move(*layout));
        if (!own.stop_requested())
            deliver_(request.number, std::move(scene));
    }
}

} // namespace mw::viewers
