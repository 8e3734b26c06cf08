// Which instruction set this translation unit is compiled for.
//
// The fast code is compiled several times, once per instruction set, and one of the results is
// chosen when the program runs (dispatch.cpp). Everything that is compiled more than once lives in
// an inline namespace named after its instruction set: without it the linker would merge equal
// names and could hand code made for a new processor to an old one. For the same reason these
// headers use no containers of the standard library.
#pragma once

#ifndef OUTFLANK_INSTRUCTIONS
#define OUTFLANK_INSTRUCTIONS portable
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define OUTFLANK_INLINE __forceinline
#else
#define OUTFLANK_INLINE inline __attribute__((always_inline))
#endif
