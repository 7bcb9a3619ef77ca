/* Patterns that match other nodes, or in another order, in later versions. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include <libxml/tree.h>

/* Reports the functions in a pattern with which libxslt matches other nodes than later versions. */
void check_pattern(xmlNodePtr node, const xmlChar *pattern);

/* Reports templates of which another one comes first in later versions. `first` is the first one for the whole document in the
 * modules before this one; NULL without one. Returns the first one with this module. */
xmlNodePtr check_priorities(xmlNodePtr root, xmlNodePtr first);

#endif
