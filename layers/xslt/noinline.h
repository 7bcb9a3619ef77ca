/* Included before libxml2's xpath.c, so that the linker can replace these functions there. */
#define IN_LIBXML
#include "libxml.h"
#include <libxml/xpathInternals.h>

#define REPLACEABLE __attribute__((noinline))

REPLACEABLE int xmlXPathCompareValues(xmlXPathParserContextPtr ctxt, int inf, int strict);
REPLACEABLE int xmlXPathEqualValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE int xmlXPathNotEqualValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathValueFlipSign(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathAddValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathSubValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathMultValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathDivValues(xmlXPathParserContextPtr ctxt);
REPLACEABLE void xmlXPathModValues(xmlXPathParserContextPtr ctxt);
