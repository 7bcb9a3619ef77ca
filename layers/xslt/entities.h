/* A bound on the expansion of entities. libxml2's own bound is off together with its bounds on depth and length. */
#ifndef ENTITIES_H
#define ENTITIES_H

#include <libxml/parser.h>

/* Makes a parser report a problem and stop if entities expand to much more than the document that holds them. */
void bound_entities(xmlParserCtxtPtr parser);

#endif
