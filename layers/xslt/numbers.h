/* Numbers that XSLT 2 writes in another way than XSLT 1.0, for stylesheets of a later version. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <libxslt/xsltInternals.h>

/* Runs an xsl:number, or refuses it if XSLT 2 would write something else. */
void number_as_later(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst, xsltElemPreCompPtr precomputed);

/* Refuses from now on each number that becomes text, if XSLT 2 would write it in another way. */
void guard_numbers(xsltTransformContextPtr ctxt);

#endif
