// What this processor can do. CMake uses this header too, to ask the processor that builds.
#pragma once

#if defined(_MSC_VER) && !defined(__clang__)
#include <immintrin.h>
#include <intrin.h>
#endif

namespace outflank {

#if defined(_MSC_VER) && !defined(__clang__)

// What the processor says of itself, and which registers the system saves.
struct ProcessorFacts {
    int basic = 0;     // register ECX of leaf 1
    int extended = 0;  // register EBX of leaf 7
    int more = 0;      // register ECX of leaf 7
    unsigned long long saved = 0;

    ProcessorFacts() {
        int registers[4];
        __cpuid(registers, 0);
        if (registers[0] < 7) return;
        __cpuid(registers, 1);
        basic = registers[2];
        constexpr int osxsave = 1 << 27;
        if (basic & osxsave) saved = _xgetbv(0);
        __cpuidex(registers, 7, 0);
        extended = registers[1];
        more = registers[2];
    }
};

#endif

// Returns whether the processor has every instruction of the avx2 kernel. Call it on x86-64 only.
inline bool runs_avx2() {
#if defined(_MSC_VER) && !defined(__clang__)
    // The processor must have the instructions, and the system must save the wide registers.
    constexpr int fma_avx_popcnt = 1 << 12 | 1 << 28 | 1 << 23;
    constexpr int bmi1_avx2_bmi2 = 1 << 3 | 1 << 5 | 1 << 8;
    const ProcessorFacts facts;
    return (facts.basic & fma_avx_popcnt) == fma_avx_popcnt && (facts.saved & 6) == 6 &&
           (facts.extended & bmi1_avx2_bmi2) == bmi1_avx2_bmi2;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("lzcnt");
#endif
}

// Returns whether it also has every instruction of the avx512 kernel.
inline bool runs_avx512() {
    if (!runs_avx2()) return false;
#if defined(_MSC_VER) && !defined(__clang__)
    constexpr unsigned f_dq_cd_bw_vl = 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30 | 1U << 31;
    constexpr int vnni = 1 << 11;
    const ProcessorFacts facts;
    return (facts.more & vnni) != 0 &&
           (static_cast<unsigned>(facts.extended) & f_dq_cd_bw_vl) == f_dq_cd_bw_vl &&
           (facts.saved & 0xE6) == 0xE6;
#else
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
#endif
}

}  // namespace outflank
