// The thread pool on a platform without threads: no thread is ever idle, so no helper is ever sent.
#include "search/thread_pool.hpp"

namespace outflank {

int ThreadPool::assign_helpers(SplitPoint&, int) {
    return 0;
}

void ThreadPool::wait_for_helpers(SplitPoint&, int) {}

}  // namespace outflank
