/* A limit on the expansion of entities. XML_PARSE_HUGE turns off libxml2's own limit, with its limits on depth and length. */
#ifndef ENTITIES_H
#define ENTITIES_H

#include <libxml/parser.h>

/* Makes a parser report a problem and stop if entities expand to much more than the document that holds them. */
void limit_entities(xmlParserCtxtPtr parser);

#endif
