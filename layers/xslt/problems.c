#include "problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libxml/xmlerror.h>
#include <libxml/xpath.h>
#include <libxslt/xsltutils.h>

#define HOST(name) __attribute__((import_module("host"), import_name(name)))

/* Reports a problem: its kind and document, line and column from 1 (0: unknown), the byte where the element's start tag ends
 * (-1: unknown), the name of the element, the message. */
HOST("problem")
extern void host_problem(int kind, int source, int line, int column, int end, const char *element, const char *text);

/* Ends the run because no memory is left. Does not return. */
HOST("exhausted")
extern void host_exhausted(void) __attribute__((noreturn));

#define MAX_MESSAGE_BYTES 2000

int failed;
int reading;
xmlParserCtxtPtr parser;
xsltTransformContextPtr running;

/* The start tags of the stylesheets in document order, for the positions of problems. */
static struct tag {
    xmlNodePtr node;
    int end;
} *tags;
static int tag_count, tag_capacity;

/* The depth of the xsl:message instructions that are running, and the last text of the innermost one. */
static int in_message;
static char message[MAX_MESSAGE_BYTES];

void report_problem(enum kind kind, int source, int line, int column, const char *text) {
    if (kind < DETAIL) failed = 1;
    host_problem(kind, source, line, column, -1, "", text);
}

void remember_tag(xmlNodePtr node, int end) {
    if (tag_count == tag_capacity) {
        tag_capacity = tag_capacity ? 2 * tag_capacity : 256;
        tags = realloc(tags, tag_capacity * sizeof *tags);
    }
    tags[tag_count++] = (struct tag){node, end};
}

static int tag_end(xmlNodePtr node) {
    for (int i = 0; i < tag_count; i++)
        if (tags[i].node == node) return tags[i].end;
    return -1;
}

int source_of(xmlDocPtr doc) {
    int source = doc == NULL || doc->URL == NULL ? NO_SOURCE : source_at((const char *)doc->URL);
    return source == OUTSIDE ? NO_SOURCE : source;
}

void report_problem_at(enum kind kind, xmlNodePtr node, const char *text) {
    if (kind < DETAIL) failed = 1;
    while (node != NULL && node->type != XML_ELEMENT_NODE) node = node->parent;
    if (node == NULL) {
        host_problem(kind, NO_SOURCE, 0, 0, -1, "", text);
        return;
    }
    int source = source_of(node->doc);
    char element[200];
    const char *prefix = node->ns != NULL ? (const char *)node->ns->prefix : NULL;
    snprintf(element, sizeof element, "%s%s%s", prefix ? prefix : "", prefix ? ":" : "", (const char *)node->name);
    int end = source >= XSLT ? tag_end(node) : -1;
    host_problem(kind, source, (int)xmlGetLineNo(node), 0, end, element, text);
}

/* Errors of libxml2: those of the parser have a line and a column, those of XPath have neither. */
static void structured_error(void *unused, xmlErrorPtr error) {
    const char *text = error->message != NULL ? error->message : "";
    if (error->domain == XML_FROM_XPATH) {
        char expression[MAX_MESSAGE_BYTES];
        const char *of = error->str1 != NULL ? error->str1 : "";
        snprintf(expression, sizeof expression, "%s%s%.200s", text, *of ? "in " : "", of);
        int code = error->code - XML_XPATH_EXPRESSION_OK;
        int is_limit = code == XPATH_MEMORY_ERROR || code == XPATH_RECURSION_LIMIT_EXCEEDED;
        if (is_limit && running != NULL) report_problem_at(LIMIT, running->inst, text);
        else report_problem(DETAIL, NO_SOURCE, 0, 0, expression);
        return;
    }
    if (error->level < XML_ERR_ERROR || reading == NO_SOURCE) return;
    if (error->domain != XML_FROM_PARSER && error->domain != XML_FROM_NAMESPACE) return;
    /* A namespace's name that is no URI is a name all the same (Namespaces in XML, 2.1). */
    if (error->code == XML_WAR_NS_URI || error->code == XML_WAR_NS_URI_RELATIVE) return;
    report_problem(SYNTAX, reading, error->line, error->int2, text);
}

/* Messages of libxml2 and libxslt without a position, and the texts of xsl:message. */
static void generic_error(void *unused, const char *format, ...) {
    char text[MAX_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* libxslt reports this for an unknown instruction, skips the instruction and continues. */
    if (running != NULL && strcmp(format, "xsltApplySequenceConstructor: %s was not compiled\n") == 0) {
        snprintf(text, sizeof text, "the instruction xsl:%s is not one of XSLT 1.0", (const char *)running->inst->name);
        report_problem_at(STYLESHEET, running->inst, text);
        running->state = XSLT_STATE_STOPPED;
        return;
    }
    if (in_message) {
        if (strcmp(format, "%s") == 0) strcpy(message, text);
        return;
    }
    report_problem(DETAIL, NO_SOURCE, 0, 0, text);
}

void __wrap_xsltTransformError(xsltTransformContextPtr ctxt, xsltStylesheetPtr style, xmlNodePtr node,
                               const char *format, ...) {
    char text[MAX_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (node == NULL && ctxt != NULL) node = ctxt->inst;
    if (strcmp(format, "xsl:version: only 1.1 features are supported\n") == 0) return;
    /* An unknown instruction is an error only if it is run. */
    if (strcmp(format, "xsltStylePreCompute: unknown xsl:%s\n") == 0) return;
    if (ctxt != NULL && ctxt->state == XSLT_STATE_OK) ctxt->state = XSLT_STATE_ERROR;
    if (strstr(format, "potential infinite template") != NULL)
        report_problem_at(LIMIT, node, "templates call each other more than 3,000 deep, or hold more than 15,000 variables");
    else report_problem_at(ctxt == NULL ? COMPILING : STYLESHEET, node, text);
}

void __real_xsltMessage(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst);

void __wrap_xsltMessage(xsltTransformContextPtr ctxt, xmlNodePtr node, xmlNodePtr inst) {
    xsltTransformState before = ctxt->state;
    message[0] = 0;
    in_message++;
    __real_xsltMessage(ctxt, node, inst);
    in_message--;
    int terminated = before != XSLT_STATE_STOPPED && ctxt->state == XSLT_STATE_STOPPED;
    if (terminated && !failed) report_problem_at(TERMINATED, inst, message);
}

/* WebAssembly does not trap on a dereferenced NULL, so a failed allocation must end the run at once. */
#define OR_EXHAUSTED(pointer, size) \
    if (pointer == NULL && size != 0) host_exhausted(); \
    return pointer;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    void *pointer = __real_malloc(size);
    OR_EXHAUSTED(pointer, size)
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
    void *pointer = __real_calloc(count, size);
    OR_EXHAUSTED(pointer, (count * size))
}

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size) {
    void *pointer = __real_realloc(old, size);
    OR_EXHAUSTED(pointer, size)
}

void install_error_handlers(void) {
    xmlSetStructuredErrorFunc(NULL, structured_error);
    xmlSetGenericErrorFunc(NULL, generic_error);
    xsltSetGenericErrorFunc(NULL, generic_error);
}

void report_name(xmlNodePtr node, const char *format, const xmlChar *name) {
    char text[MAX_MESSAGE_BYTES];
    snprintf(text, sizeof text, format, (const char *)name);
    report_problem_at(STYLESHEET, node, text);
}
