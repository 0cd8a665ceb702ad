/* abi-ours.c - the facts as our header states them. */
#include "profiler/include/mono-profiler-abi.h"
#include "tests/include/abi-facts.h"

const AbiFact abi_ours[] = {ABI_FACTS};
const size_t abi_ours_count = sizeof abi_ours / sizeof abi_ours[0];
