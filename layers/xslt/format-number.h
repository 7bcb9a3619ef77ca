/* format-number(), for stylesheets of a later version. */
#ifndef FORMAT_NUMBER_H
#define FORMAT_NUMBER_H

#include <libxml/xpath.h>

/* Formats a number, or refuses it if XSLT 2 would write something else. */
void format_number_as_later(xmlXPathParserContextPtr ctxt, int count);

#endif
