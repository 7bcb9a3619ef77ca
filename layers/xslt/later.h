/* How a stylesheet of a later version is stopped if XSLT 2 would give another result. */
#ifndef LATER_H
#define LATER_H

#include <libxml/xpath.h>

/* Reports that the running instruction would give another result, and stops the transformation. */
void refuse(const char *text);

/* Refuses a value of several nodes. */
void refuse_several(xmlXPathObjectPtr value, const char *text);

/* The same for the arguments of a function of one string or number. */
void refuse_several_arguments(xmlXPathParserContextPtr ctxt, int count);

/* An argument on the stack, 0 for the last one; NULL if there is none. */
xmlXPathObjectPtr argument(xmlXPathParserContextPtr ctxt, int index);

/* Whether a value is nodes. The fragment in a variable is a node in XPath 2. */
int is_nodes(xmlXPathObjectPtr value);

int node_count(xmlXPathObjectPtr value);

/* Lets a function of XPath do something else. */
void replace_function(xmlXPathContextPtr xpath, const char *name, xmlXPathFunction function);

#endif
