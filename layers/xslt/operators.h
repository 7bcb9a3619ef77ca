/* The operators and functions of XPath that mean something else in XPath 2. */
#ifndef OPERATORS_H
#define OPERATORS_H

#include <libxslt/xsltInternals.h>

/* Lets operators, axes and functions report a value that XPath 2 gives in another way. */
void guard_operators(xsltTransformContextPtr ctxt);

#endif
