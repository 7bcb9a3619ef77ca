#include "documents.h"
#include "entities.h"
#include "version.h"

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

/* The documents that document() reads. A request has fewer, but each may be read by many addresses: `a.xml?1`, `a.xml?2`. */
#define MAX_LOADED_DOCUMENTS 1000

static int loaded_documents;

struct reader {
    int source;
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

/* Names in the tree are kept in `dict`, as libxslt wants it of documents that it loads; NULL for one of the document's own. */
static xmlDocPtr parse(int source, const char *address, xmlDictPtr dict, int remember) {
    struct reader reader = {source, 0};
    int reading_before = reading;
    int failed_before = failed;
    reading = source;
    xmlParserCtxtPtr parser_before = parser;
    parser = xmlNewParserCtxt();
    if (dict != NULL) {
        xmlDictFree(parser->dict);
        parser->dict = dict;
        xmlDictReference(dict);
    }
    xmlCtxtUseOptions(parser, OPTIONS);
    /* The external subset of a DTD is not read. */
    parser->sax->externalSubset = NULL;
    limit_entities(parser);
    if (remember) parser->sax->startElementNs = start_element;
    xmlParserInputBufferPtr buffer = xmlParserInputBufferCreateIO(read_source, NULL, &reader, XML_CHAR_ENCODING_NONE);
    xmlParserInputPtr input = xmlNewIOInputStream(parser, buffer, XML_CHAR_ENCODING_NONE);
    input->filename = (char *)xmlStrdup((const xmlChar *)address);
    inputPush(parser, input);
    xmlParseDocument(parser);
    if (!parser->wellFormed && failed == failed_before) report_problem(SYNTAX, source, input->line, input->col, "");
    xmlDocPtr doc = parser->myDoc;
    xmlFreeParserCtxt(parser);
    reading = reading_before;
    parser = parser_before;
    return failed == failed_before ? doc : NULL;
}

xmlDocPtr read_document(enum source source, const char *address) {
    return parse(source, address, NULL, source == XSLT);
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

/* Reports that no document of the request has this address, at `node` or somewhere in a document. */
static void refuse_address(int found, const char *what, const char *address, xmlNodePtr node, int source) {
    char text[MAX_MESSAGE_BYTES];
    const char *format = found == OUTSIDE ? "%s nothing outside of the request: \"%.200s\""
                                          : "%s only parts of files, and none is named \"%.200s\"";
    snprintf(text, sizeof text, format, what, address);
    if (node != NULL) report_problem_at(REFUSED, node, text);
    else report_problem(REFUSED, source, 0, 0, text);
}

/* Loads a stylesheet for xsl:import, xsl:include and xml-stylesheet, and checks it as the main one. */
static xmlDocPtr load_module(const char *address, xmlDictPtr dict, xsltStylesheetPtr importing) {
    int found = source_at(address);
    int place = importing != NULL ? source_of(importing->doc) : XML;
    if (found < FILES) {
        refuse_address(found, importing != NULL ? "xsl:import and xsl:include read" : "<?xml-stylesheet?> reads", address, NULL, place);
        return NULL;
    }
    xmlDocPtr doc = parse(found, address, dict, 1);
    if (doc != NULL) check_version(xmlDocGetRootElement(doc));
    return failed ? NULL : doc;
}

/* Loads a document that libxslt asks for: only those of the request. */
static xmlDocPtr load_document(const xmlChar *uri, xmlDictPtr dict, int options, void *context, xsltLoadType type) {
    const char *address = (const char *)uri;
    if (type != XSLT_LOAD_DOCUMENT) return load_module(address, dict, type == XSLT_LOAD_START ? NULL : context);
    xsltTransformContextPtr transform = context;
    int found = source_at(address);
    xmlDocPtr doc = NULL;
    if (++loaded_documents > MAX_LOADED_DOCUMENTS) report_problem_at(LIMIT, transform->inst, "document() reads more than 1,000 addresses");
    else if (found > NO_SOURCE) doc = parse(found, address, dict, 0);
    else refuse_address(found, "document() reads", address, transform->inst, NO_SOURCE);
    if (doc == NULL) transform->state = XSLT_STATE_STOPPED;
    return doc;
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
