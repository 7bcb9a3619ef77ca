#include "documents.h"
#include "entities.h"

#include <stdio.h>
#include <string.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxslt/documents.h>
#include <libxslt/security.h>
#include <libxslt/xslt.h>

/* Copies at most `size` bytes of a document, from the offset on, to the buffer. Returns their number. */
__attribute__((import_module("host"), import_name("read")))
extern int host_read(int source, int offset, char *buffer, int size);

#define MAX_MESSAGE_BYTES 1000

/* The options of xsltproc, with default attributes of the DTD. Depth and length are limited only by the memory. The declared
 * encoding is ignored, because the document is already UTF-8. */
#define OPTIONS (XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_NOCDATA | XML_PARSE_DTDATTR | XML_PARSE_BIG_LINES | \
                 XML_PARSE_COMPACT | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC)

struct reader {
    enum source source;
    int offset;
};

static int read_source(void *context, char *buffer, int size) {
    struct reader *reader = context;
    int length = host_read(reader->source, reader->offset, buffer, size);
    reader->offset += length;
    return length;
}

/* Calls the parser's own handler and remembers where the tag ends, because the tree does not keep that. */
static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                          const xmlChar **namespace, int attributes, int defaulted, const xmlChar **attribute) {
    xmlSAX2StartElementNs(context, name, prefix, uri, namespaces, namespace, attributes, defaulted, attribute);
    if (context != parser || parser->inputNr != 1) return;
    xmlParserInputPtr input = parser->input;
    remember_tag(parser->node, (int)(input->consumed + (input->cur - input->base)));
}

static xmlDocPtr parse(enum source source, int remember) {
    struct reader reader = {source, 0};
    enum source reading_before = reading;
    int failed_before = failed;
    reading = source;
    xmlParserCtxtPtr parser_before = parser;
    parser = xmlNewParserCtxt();
    xmlCtxtUseOptions(parser, OPTIONS);
    /* The external subset of a DTD is not read. */
    parser->sax->externalSubset = NULL;
    limit_entities(parser);
    if (remember) parser->sax->startElementNs = start_element;
    xmlParserInputBufferPtr buffer = xmlParserInputBufferCreateIO(read_source, NULL, &reader, XML_CHAR_ENCODING_NONE);
    xmlParserInputPtr input = xmlNewIOInputStream(parser, buffer, XML_CHAR_ENCODING_NONE);
    input->filename = (char *)xmlStrdup((const xmlChar *)(source == XML ? "xml" : "xslt"));
    inputPush(parser, input);
    xmlParseDocument(parser);
    if (!parser->wellFormed && failed == failed_before) report_problem(SYNTAX, source, input->line, input->col, "");
    xmlDocPtr doc = parser->myDoc;
    xmlFreeParserCtxt(parser);
    reading = reading_before;
    parser = parser_before;
    return failed == failed_before ? doc : NULL;
}

xmlDocPtr read_document(enum source source) {
    return parse(source, source == XSLT);
}

/* Refuses the external entities and other files that a parser asks for. */
static xmlParserInputPtr refuse_entity(const char *url, const char *id, xmlParserCtxtPtr unused) {
    char text[MAX_MESSAGE_BYTES];
    xmlParserInputPtr input = parser != NULL ? parser->input : NULL;
    snprintf(text, sizeof text, "external entities are not read: \"%.200s\"", url ? url : id ? id : "");
    report_problem(REFUSED, reading, input ? input->line : 0, input ? input->col : 0, text);
    if (parser != NULL) xmlStopParser(parser);
    return NULL;
}

/* Loads a document for document(), xsl:import, xsl:include and xml-stylesheet: only the two documents of the request. */
static xmlDocPtr load_document(const xmlChar *uri, xmlDictPtr dict, int options, void *context, xsltLoadType type) {
    const char *name = (const char *)uri;
    char text[MAX_MESSAGE_BYTES];
    if (type != XSLT_LOAD_DOCUMENT) {
        int started = type == XSLT_LOAD_START;
        const char *what = started ? "the stylesheet that <?xml-stylesheet?> names is"
                                   : "xsl:import and xsl:include are";
        snprintf(text, sizeof text, "%s not read: \"%.200s\"", what, name);
        report_problem(REFUSED, started ? XML : XSLT, 0, 0, text);
        return NULL;
    }
    xsltTransformContextPtr transform = context;
    int is_own_document = strcmp(name, "xslt") == 0 || strcmp(name, "xml") == 0;
    if (is_own_document) return parse(strcmp(name, "xml") == 0 ? XML : XSLT, 0);
    snprintf(text, sizeof text, "document() reads nothing outside of the request: \"%.200s\"", name);
    report_problem_at(REFUSED, transform->inst, text);
    transform->state = XSLT_STATE_STOPPED;
    return NULL;
}

void forbid_external_access(void) {
    xmlSetExternalEntityLoader(refuse_entity);
    xsltSetLoaderFunc(load_document);
    xsltSecurityPrefsPtr preferences = xsltNewSecurityPrefs();
    xsltSetSecurityPrefs(preferences, XSLT_SECPREF_WRITE_FILE, xsltSecurityForbid);
    xsltSetSecurityPrefs(preferences, XSLT_SECPREF_CREATE_DIRECTORY, xsltSecurityForbid);
    xsltSetSecurityPrefs(preferences, XSLT_SECPREF_WRITE_NETWORK, xsltSecurityForbid);
    xsltSetDefaultSecurityPrefs(preferences);
}
