// Chooses a kernel at run time, among those that were built (see CMakeLists.txt).
#include <vector>

#include "kernel.hpp"
#if defined(OUTFLANK_HAS_AVX2) || defined(OUTFLANK_HAS_AVX512)
#include "processor.hpp"
#endif

namespace outflank {

namespace portable {
extern const Kernel kernel;
}

namespace avx2 {
extern const Kernel kernel;
}

namespace avx512 {
extern const Kernel kernel;
}

namespace neon {
extern const Kernel kernel;
}

std::span<const Kernel* const> kernels() {
    static const std::vector<const Kernel*> usable = [] {
        std::vector<const Kernel*> found;
#ifdef OUTFLANK_HAS_PORTABLE
        found.push_back(&portable::kernel);
#endif
#ifdef OUTFLANK_HAS_AVX2
        if (runs_avx2()) found.push_back(&avx2::kernel);
#endif
#ifdef OUTFLANK_HAS_AVX512
        if (runs_avx512()) found.push_back(&avx512::kernel);
#endif
#ifdef OUTFLANK_HAS_NEON
        found.push_back(&neon::kernel);
#endif
        return found;
    }();
    return usable;
}

const Kernel& best_kernel() {
    static const Kernel& best = *kernels().back();
    return best;
}

}  // namespace outflank
