/* check.h includes this name; its own build makes the file. Every system meant here has the C99 header. */
#ifndef SAMPLEPOINT_CHECK_STDINT_H
#define SAMPLEPOINT_CHECK_STDINT_H
#include <stdint.h>
#endif
