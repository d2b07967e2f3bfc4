#ifndef RASTRO_CZLIB_SHIM_H
#define RASTRO_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 and deflateInit2 are macros that pass the header's version and struct size.
static inline int CZlib_inflateInit2(z_streamp stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
static inline int CZlib_deflateInit2(z_streamp stream, int level, int windowBits) {
  return deflateInit2(stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
}

#endif
