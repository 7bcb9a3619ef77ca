#include "documents.h"
#include "entities.h"

#include <stdio.h>
#include <string.h>
#include <libxml/SAX2.h>
#include <libxml/parserInternals.h>
#include <libxslt/documents.h>
#include <libxslt/security.h>
#include <libxslt/xslt.h>

/* Copies at most size bytes of the text from the offset into the buffer; returns how many. */
__attribute__((import_module("host"), import_name("read")))
extern int host_read(int source, int offset, char *buffer, int size);

#define MAX_MESSAGE_BYTES 1000

/* As xsltproc reads, with attributes that a DTD gives; depth and length are bounded by the memory alone. What a
 * declaration says of the encoding no longer holds. */
#define OPTIONS (XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_NOCDATA | XML_PARSE_DTDATTR | XML_PARSE_BIG_LINES | \
                 XML_PARSE_COMPACT | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC)

struct reader {
    enum source source;
    int offset;
};

static int read_on(void *context, char *buffer, int size) {
    struct reader *reader = context;
    int length = host_read(reader->source, reader->offset, buffer, size);
    reader->offset += length;
    return length;
}

/* Like the parser's own handler, but it also remembers the place of the tag, because the parser is behind it afterwards. */
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
    /* The external part of a DTD is left alone. */
    parser->sax->externalSubset = NULL;
    bound_entities(parser);
    if (remember) parser->sax->startElementNs = start_element;
    xmlParserInputBufferPtr buffer = xmlParserInputBufferCreateIO(read_on, NULL, &reader, XML_CHAR_ENCODING_NONE);
    xmlParserInputPtr input = xmlNewIOInputStream(parser, buffer, XML_CHAR_ENCODING_NONE);
    input->filename = (char *)xmlStrdup((const xmlChar *)(source == XML ? "xml" : "xslt"));
    inputPush(parser, input);
    xmlParseDocument(parser);
    if (!parser->wellFormed && failed == failed_before) problem(SYNTAX, source, input->line, input->col, "");
    xmlDocPtr doc = parser->myDoc;
    xmlFreeParserCtxt(parser);
    reading = reading_before;
    parser = parser_before;
    return failed == failed_before ? doc : NULL;
}

xmlDocPtr read_document(enum source source) {
    return parse(source, source == XSLT);
}

/* Handles requests of a parser for external entities and other files. */
static xmlParserInputPtr refuse_entity(const char *url, const char *id, xmlParserCtxtPtr unused) {
    char text[MAX_MESSAGE_BYTES];
    xmlParserInputPtr input = parser != NULL ? parser->input : NULL;
    snprintf(text, sizeof text, "external entities are not read: \"%.200s\"", url ? url : id ? id : "");
    problem(REFUSED, reading, input ? input->line : 0, input ? input->col : 0, text);
    if (parser != NULL) xmlStopParser(parser);
    return NULL;
}

/* document(), xsl:import, xsl:include and a stylesheet named by a processing instruction. */
static xmlDocPtr load(const xmlChar *uri, xmlDictPtr dict, int options, void *context, xsltLoadType type) {
    const char *name = (const char *)uri;
    char text[MAX_MESSAGE_BYTES];
    if (type != XSLT_LOAD_DOCUMENT) {
        int started = type == XSLT_LOAD_START;
        const char *what = started ? "the stylesheet that <?xml-stylesheet?> names is"
                                   : "xsl:import and xsl:include are";
        snprintf(text, sizeof text, "%s not read: \"%.200s\"", what, name);
        problem(REFUSED, started ? XML : XSLT, 0, 0, text);
        return NULL;
    }
    xsltTransformContextPtr transform = context;
    int itself = strcmp(name, "xslt") == 0 || strcmp(name, "xml") == 0;
    if (itself) return parse(strcmp(name, "xml") == 0 ? XML : XSLT, 0);
    snprintf(text, sizeof text, "document() reads nothing outside of the request: \"%.200s\"", name);
    problem_at(REFUSED, transform->inst, text);
    transform->state = XSLT_STATE_STOPPED;
    return NULL;
}

void close_doors(void) {
    xmlSetExternalEntityLoader(refuse_entity);
    xsltSetLoaderFunc(load);
    xsltSecurityPrefsPtr doors = xsltNewSecurityPrefs();
    xsltSetSecurityPrefs(doors, XSLT_SECPREF_WRITE_FILE, xsltSecurityForbid);
    xsltSetSecurityPrefs(doors, XSLT_SECPREF_CREATE_DIRECTORY, xsltSecurityForbid);
    xsltSetSecurityPrefs(doors, XSLT_SECPREF_WRITE_NETWORK, xsltSecurityForbid);
    xsltSetDefaultSecurityPrefs(doors);
}
