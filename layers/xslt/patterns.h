/* Patterns that match other nodes, or in another order, in later versions. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include <libxml/tree.h>

/* Reports the functions in a pattern with which libxslt matches other nodes than later versions. */
void check_pattern(xmlNodePtr node, const xmlChar *pattern);

/* Reports templates of which another one comes first in later versions. */
void check_priorities(xmlNodePtr root);

#endif
