// What this processor can do. CMake uses this header too, to ask the processor that builds.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace outflank {

// Returns whether the processor has every instruction of the avx2 kernel. Call it on x86-64 only.
inline bool runs_avx2() {
#if defined(_MSC_VER) && !defined(__clang__)
    // The processor must have the instructions, and the system must save the wide registers.
    constexpr int fma_osxsave_avx_popcnt = 1 << 12 | 1 << 27 | 1 << 28 | 1 << 23;
    constexpr int bmi1_avx2_bmi2 = 1 << 3 | 1 << 5 | 1 << 8;
    int registers[4];
    __cpuid(registers, 0);
    if (registers[0] < 7) return false;
    __cpuid(registers, 1);
    if ((registers[2] & fma_osxsave_avx_popcnt) != fma_osxsave_avx_popcnt) return false;
    if ((_xgetbv(0) & 6) != 6) return false;
    __cpuidex(registers, 7, 0);
    return (registers[1] & bmi1_avx2_bmi2) == bmi1_avx2_bmi2;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("lzcnt");
#endif
}

}  // namespace outflank
