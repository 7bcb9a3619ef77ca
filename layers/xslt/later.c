#include "later.h"
#include "problems.h"

#include <libxml/xpathInternals.h>

void refuse(const char *text) {
    if (running == NULL || running->state == XSLT_STATE_STOPPED) return;
    report_problem_at(STYLESHEET, running->inst, text);
    running->state = XSLT_STATE_STOPPED;
}

xmlXPathObjectPtr argument(xmlXPathParserContextPtr ctxt, int index) {
    return index < ctxt->valueNr ? ctxt->valueTab[ctxt->valueNr - 1 - index] : NULL;
}

int is_nodes(xmlXPathObjectPtr value) {
    return value != NULL && (value->type == XPATH_NODESET || value->type == XPATH_XSLT_TREE);
}

int node_count(xmlXPathObjectPtr value) {
    return value->nodesetval == NULL ? 0 : value->nodesetval->nodeNr;
}

void refuse_several(xmlXPathObjectPtr value, const char *text) {
    if (is_nodes(value) && node_count(value) > 1) refuse(text);
}

void refuse_several_arguments(xmlXPathParserContextPtr ctxt, int count) {
    for (int i = 0; i < count; i++)
        refuse_several(argument(ctxt, i),
                       "XSLT 2 refuses several nodes as an argument of this function, XSLT 1.0 takes the first one");
}

void replace_function(xmlXPathContextPtr xpath, const char *name, xmlXPathFunction function) {
    xmlXPathRegisterFunc(xpath, (const xmlChar *)name, NULL);
    xmlXPathRegisterFunc(xpath, (const xmlChar *)name, function);
}
