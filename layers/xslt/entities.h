/* What entities expand to, bounded: libxml2's own bound goes with its bounds on depth and length. */
#ifndef ENTITIES_H
#define ENTITIES_H

#include <libxml/parser.h>

/* Makes a parser stop, with a problem told, where entities expand to much more than the document that holds them. */
void bound_entities(xmlParserCtxtPtr parser);

#endif
