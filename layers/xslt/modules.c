/* Limits on the stylesheets that import and include each other. */
#include <libxslt/xsltInternals.h>
#include "problems.h"

/* A request has fewer documents, so stylesheets that are nested deeper than this are so in a circle. */
#define MAX_MODULE_DEPTH 100

/* How often stylesheets are imported and included in all. Each of 38 that includes the next one twice would be read 2^37 times. */
#define MAX_MODULES 10000

static int module_count;

static int depth_of(xsltStylesheetPtr style) {
    int depth = 0;
    for (; style != NULL; style = style->parent) {
        depth++;
        for (xsltDocumentPtr include = style->includes; include != NULL; include = include->includes) depth++;
    }
    return depth;
}

/* Whether a limit is reached, which is reported for the first instruction that reaches it. */
static int is_too_much(xsltStylesheetPtr style, xmlNodePtr instruction) {
    module_count++;
    int is_deep = depth_of(style) > MAX_MODULE_DEPTH;
    if (is_deep) report_problem_at(STYLESHEET, instruction, "stylesheets import or include each other in a circle");
    if (module_count == MAX_MODULES + 1)
        report_problem_at(LIMIT, instruction, "more than 10,000 stylesheets are imported and included");
    return is_deep || module_count > MAX_MODULES;
}

#define LIMITED(name) \
    int __real_##name(xsltStylesheetPtr style, xmlNodePtr instruction); \
    int __wrap_##name(xsltStylesheetPtr style, xmlNodePtr instruction) { \
        return is_too_much(style, instruction) ? -1 : __real_##name(style, instruction); \
    }

LIMITED(xsltParseStylesheetImport)
LIMITED(xsltParseStylesheetInclude)
