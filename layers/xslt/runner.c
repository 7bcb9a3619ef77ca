/* The program of the WebAssembly module: one transformation. An instance runs once, so nothing is freed at the end. */
#include <stdlib.h>
#include <string.h>
#include <libexslt/exslt.h>
#include <libxslt/extensions.h>
#include <libxslt/imports.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xslt.h>
#include <libxslt/xsltutils.h>
#include "documents.h"
#include "problems.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Takes the next bytes of the result. */
__attribute__((import_module("host"), import_name("write")))
extern void host_write(const char *bytes, int length);

static const char **params;
static int param_count;

EXPORT("allocate") void *allocate(int size) {
    return malloc(size);
}

/* Adds a parameter: name and value, both with a zero byte at the end. */
EXPORT("parameter") void parameter(const char *name, const char *value) {
    params = realloc(params, (param_count + 3) * sizeof *params);
    params[param_count++] = name;
    params[param_count++] = value;
    params[param_count] = NULL;
}

static int write_on(void *unused, const char *bytes, int length) {
    host_write(bytes, length);
    return length;
}

static void register_functions(void) {
    xsltInit();
    exsltRegisterAll();
    const xmlChar *name = (const xmlChar *)"node-set";
    xmlXPathFunction node_set = xsltExtModuleFunctionLookup(name, (const xmlChar *)"http://exslt.org/common");
    xsltRegisterExtModuleFunction(name, (const xmlChar *)"urn:schemas-microsoft-com:xslt", node_set);
}

/* In a stylesheet of a later version libxslt silently skips declarations that XSLT 1.0 does not know, and what they declare
 * would be missing from the result. Functions may be skipped, because a call of an unknown function fails. */
static void check_declarations(xmlNodePtr root) {
    static const char *known[] = {"import", "include", "strip-space", "preserve-space", "output", "key", "param",
                                  "decimal-format", "attribute-set", "variable", "template", "namespace-alias",
                                  "function", NULL};
    if (root == NULL || !IS_XSLT_ELEM(root)) return;
    for (xmlNodePtr node = root->children; node != NULL; node = node->next) {
        if (node->type != XML_ELEMENT_NODE || !IS_XSLT_ELEM(node)) continue;
        const char **name = known;
        while (*name != NULL && strcmp(*name, (const char *)node->name) != 0) name++;
        if (*name == NULL) problem_at(STYLESHEET, node, "this declaration is not one of XSLT 1.0");
    }
}

static xsltStylesheetPtr compile(xmlDocPtr xml, int embedded) {
    xsltStylesheetPtr style;
    if (embedded) {
        style = xsltLoadStylesheetPI(xml);
        if (style != NULL) check_declarations(xmlDocGetRootElement(style->doc));
    } else {
        xmlDocPtr doc = read_document(XSLT);
        if (doc == NULL) return NULL;
        check_declarations(xmlDocGetRootElement(doc));
        if (failed) return NULL;
        style = xsltParseStylesheetDoc(doc);
    }
    if (style == NULL || style->errors > 0) failed = 1;
    return failed ? NULL : style;
}

/* The result is always UTF-8, whatever the stylesheet asks for; the encoding that it declares must agree. */
static void write_utf8(xmlDocPtr result, xsltStylesheetPtr style) {
    const xmlChar *utf8 = (const xmlChar *)"UTF-8";
    for (xsltStylesheetPtr each = style; each != NULL; each = xsltNextImport(each))
        if (each->encoding != NULL && xmlStrcasecmp(each->encoding, utf8) != 0) each->encoding = xmlStrdup(utf8);
    if (result->encoding != NULL && xmlStrcasecmp(result->encoding, utf8) != 0) result->encoding = xmlStrdup(utf8);
    xmlOutputBufferPtr out = xmlOutputBufferCreateIO(write_on, NULL, NULL, NULL);
    if (xsltSaveResultTo(out, result, style) < 0) problem(STYLESHEET, NOWHERE, 0, 0, "the result cannot be written");
    xmlOutputBufferClose(out);
}

/* Runs the transformation. Returns 0 if the whole result is written, 1 if there were problems. */
EXPORT("transform") int transform(int embedded) {
    xmlInitParser();
    watch_problems();
    close_doors();
    register_functions();
    xmlDocPtr xml = read_document(XML);
    if (xml == NULL) return 1;
    xsltStylesheetPtr style = compile(xml, embedded);
    if (style == NULL) return 1;
    running = xsltNewTransformContext(style, xml);
    running->xinclude = 0;
    if (params != NULL) xsltQuoteUserParams(running, params);
    xmlDocPtr result = xsltApplyStylesheetUser(style, xml, NULL, NULL, NULL, running);
    if (!failed && (result == NULL || running->state != XSLT_STATE_OK)) problem_at(STYLESHEET, running->inst, "");
    if (!failed) write_utf8(result, style);
    return failed;
}
