/* What a stylesheet asks for that is not in XSLT 1.0. */
#ifndef VERSION_H
#define VERSION_H

#include <libxml/tree.h>

/* Reports the declarations and attributes of a stylesheet that XSLT 1.0 does not have, because libxslt ignores them. */
void check_version(xmlNodePtr root);

#endif
