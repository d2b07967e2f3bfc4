#ifndef RASTRO_CLIBWEBSOCKETS_SHIM_H
#define RASTRO_CLIBWEBSOCKETS_SHIM_H

#include <libwebsockets.h>

// The importer does not see computed macros: LWS_PRE is sizeof arithmetic.
static inline size_t CLibWebSockets_pre(void) { return LWS_PRE; }

#endif
