#include "search/search_context.hpp"

#include <algorithm>
#include <chrono>

namespace outflank {

namespace {

constexpr double longest_limit = 1e8;  // seconds; a longer limit would overflow in nanoseconds

std::int64_t now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

std::int64_t deadline_after(double seconds) {
    if (seconds <= 0) return 0;
    return now() + static_cast<std::int64_t>(std::min(seconds, longest_limit) * 1e9);
}

}  // namespace

void SearchContext::start(const Limits& limits) {
    stop.store(false, std::memory_order_relaxed);
    nodes.store(0, std::memory_order_relaxed);
    current_depth.store(0, std::memory_order_relaxed);
    started = now();
    set_limits(limits);
}

void SearchContext::set_limits(const Limits& limits) {
    deadline.store(deadline_after(limits.seconds), std::memory_order_relaxed);
    soft_deadline.store(deadline_after(limits.soft_seconds), std::memory_order_relaxed);
    const std::uint64_t spent = nodes.load(std::memory_order_relaxed);
    max_nodes.store(limits.nodes == 0 ? 0 : spent + limits.nodes, std::memory_order_relaxed);
    max_depth.store(limits.depth, std::memory_order_relaxed);
}

bool SearchContext::begin_iteration(int depth) {
    if (depth > 1) {
        const std::int64_t soft = soft_deadline.load(std::memory_order_relaxed);
        const int deepest = max_depth.load(std::memory_order_relaxed);
        if ((soft != 0 && now() >= soft) || (deepest != 0 && depth > deepest)) return false;
    }
    current_depth.store(depth, std::memory_order_relaxed);
    return true;
}

void SearchContext::add_nodes(std::uint64_t more) {
    const std::uint64_t spent = nodes.fetch_add(more, std::memory_order_relaxed) + more;
    if (poll != nullptr) poll(receiver);
    const std::uint64_t limit = max_nodes.load(std::memory_order_relaxed);
    const std::int64_t end = deadline.load(std::memory_order_relaxed);
    if ((limit != 0 && spent >= limit) || (end != 0 && now() >= end)) {
        stop.store(true, std::memory_order_relaxed);
    }
}

void SearchContext::send(SearchReport& report, bool is_final) const {
    report.nodes = nodes.load(std::memory_order_relaxed);
    report.seconds = static_cast<double>(now() - started) * 1e-9;
    report.final = is_final;
    if (this->report != nullptr) this->report(receiver, report);
}

}  // namespace outflank
