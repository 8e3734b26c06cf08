// The pool of threads where there are none: nobody is ever idle, so nobody is asked to help.
#include "search/thread_pool.hpp"

namespace outflank {

int ThreadPool::assign_helpers(SplitPoint&, int) {
    return 0;
}

void ThreadPool::wait_for_helpers(SplitPoint&, int) {}

}  // namespace outflank
