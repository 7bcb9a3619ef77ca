/* What a stylesheet asks for that is not in XSLT 1.0. */
#ifndef VERSION_H
#define VERSION_H

#include <libxml/tree.h>
#include <libxslt/xsltInternals.h>

/* Reports the declarations and attributes of a stylesheet that XSLT 1.0 does not have, because libxslt ignores them. */
void check_version(xmlNodePtr root);

/* Lets the instructions of a compiled stylesheet, in all its modules of a later version, report a result that XSLT 1.0 shortens.
 * Returns whether there are such modules. */
int guard_stylesheet(xsltStylesheetPtr style);

#endif
