#ifndef RASTRO_CLIBXML2_SHIM_H
#define RASTRO_CLIBXML2_SHIM_H

#include <libxml/xmlversion.h>
// With it, libxml2's headers include the system's ICU, whose types clash with those of Foundation in any
// module that imports both. It only adds members to the end of a struct that the library allocates.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>

#endif
