/* The program of the WebAssembly module: one transformation. An instance runs only once, so nothing is freed at the end. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <libexslt/exslt.h>
#include <libxslt/extensions.h>
#include <libxslt/imports.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xslt.h>
#include <libxslt/xsltutils.h>
#include "documents.h"
#include "problems.h"
#include "version.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Passes the next bytes of the result to the host. */
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

static int write_result(void *unused, const char *bytes, int length) {
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

static xsltStylesheetPtr compile(xmlDocPtr xml, const char *xslt_address) {
    xsltStylesheetPtr style;
    if (xslt_address == NULL) {
        style = xsltLoadStylesheetPI(xml);
        if (style != NULL) check_version(xmlDocGetRootElement(style->doc));
    } else {
        xmlDocPtr doc = read_document(XSLT, xslt_address);
        if (doc == NULL) return NULL;
        check_version(xmlDocGetRootElement(doc));
        if (failed) return NULL;
        style = xsltParseStylesheetDoc(doc);
    }
    if (style == NULL || style->errors > 0) failed = 1;
    return failed ? NULL : style;
}

/* Writes the result as UTF-8, whatever encoding the stylesheet asks for, and declares UTF-8 in it. */
static void write_utf8(xmlDocPtr result, xsltStylesheetPtr style) {
    const xmlChar *utf8 = (const xmlChar *)"UTF-8";
    for (xsltStylesheetPtr each = style; each != NULL; each = xsltNextImport(each))
        if (each->encoding != NULL && xmlStrcasecmp(each->encoding, utf8) != 0) each->encoding = xmlStrdup(utf8);
    if (result->encoding != NULL && xmlStrcasecmp(result->encoding, utf8) != 0) result->encoding = xmlStrdup(utf8);
    xmlOutputBufferPtr out = xmlOutputBufferCreateIO(write_result, NULL, NULL, NULL);
    if (xsltSaveResultTo(out, result, style) < 0) report_problem(STYLESHEET, NO_SOURCE, 0, 0, "the result cannot be written");
    xmlOutputBufferClose(out);
}

/* Runs the transformation. The addresses are those of the two documents; that of the stylesheet is NULL if it is in the XML, or in
 * a file that the XML names. Returns 0 if the whole result was written, 1 if there were problems. */
EXPORT("transform") int transform(const char *xml_address, const char *xslt_address) {
    xmlInitParser();
    srand((unsigned)time(NULL));
    rand(); /* the first number depends on the seed too little */
    install_error_handlers();
    forbid_external_access();
    register_functions();
    xmlDocPtr xml = read_document(XML, xml_address);
    if (xml == NULL) return 1;
    xsltStylesheetPtr style = compile(xml, xslt_address);
    if (style == NULL) return 1;
    running = xsltNewTransformContext(style, xml);
    running->xinclude = 0;
    if (params != NULL) xsltQuoteUserParams(running, params);
    xmlDocPtr result = xsltApplyStylesheetUser(style, xml, NULL, NULL, NULL, running);
    if (!failed && (result == NULL || running->state != XSLT_STATE_OK)) report_problem_at(STYLESHEET, running->inst, "");
    if (!failed) write_utf8(result, style);
    return failed;
}
