#include "documents.h"

#include <stdio.h>
#include <string.h>
#include <libxslt/documents.h>
#include <libxslt/security.h>
#include <libxslt/xslt.h>

/* Copies at most size bytes of the text from the offset into the buffer; returns how many. */
__attribute__((import_module("host"), import_name("read")))
extern int host_read(int source, int offset, char *buffer, int size);

#define LONGEST 1000

/* As xsltproc reads, but for external DTDs; depth and length are bounded by the memory alone. What a declaration says
 * of the encoding no longer holds. */
#define OPTIONS (XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES | XML_PARSE_COMPACT | \
                 XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC)

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

static xmlDocPtr parse(xmlParserCtxtPtr parser, enum source source) {
    struct reader reader = {source, 0};
    enum source before = reading;
    reading = source;
    int failed_before = failed;
    xmlDocPtr doc = xmlCtxtReadIO(parser, read_on, NULL, &reader, source == XML ? "xml" : "xslt", NULL, OPTIONS);
    reading = before;
    return failed > failed_before ? NULL : doc;
}

xmlDocPtr read_document(enum source source) {
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (source == XSLT) {
        parser->record_info = 1;
        stylesheet_parser = parser;
    }
    xmlDocPtr doc = parse(parser, source);
    if (source == XSLT) parser->myDoc = doc;
    return doc;
}

/* External entities, and whatever else a parser asks for. */
static xmlParserInputPtr refuse_entity(const char *url, const char *id, xmlParserCtxtPtr parser) {
    char text[LONGEST];
    xmlParserInputPtr input = parser != NULL ? parser->input : NULL;
    snprintf(text, sizeof text, "external entities are not read: \"%.200s\"", url ? url : id ? id : "");
    problem(REFUSED, reading, input ? input->line : 0, input ? input->col : 0, text);
    if (parser != NULL) xmlStopParser(parser);
    return NULL;
}

/* document(), xsl:import, xsl:include and a stylesheet named by a processing instruction. */
static xmlDocPtr load(const xmlChar *uri, xmlDictPtr dict, int options, void *context, xsltLoadType type) {
    const char *name = (const char *)uri;
    char text[LONGEST];
    if (type != XSLT_LOAD_DOCUMENT) {
        const char *format = type == XSLT_LOAD_START ? "the stylesheet that <?xml-stylesheet?> names is not read: \"%.200s\""
                                                      : "xsl:import and xsl:include are not read: \"%.200s\"";
        snprintf(text, sizeof text, format, name);
        problem(REFUSED, type == XSLT_LOAD_START ? XML : XSLT, 0, 0, text);
        return NULL;
    }
    xsltTransformContextPtr transform = context;
    int itself = strcmp(name, "xslt") == 0 || strcmp(name, "xml") == 0;
    if (itself) {
        xmlParserCtxtPtr parser = xmlNewParserCtxt();
        return parse(parser, strcmp(name, "xml") == 0 ? XML : XSLT);
    }
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
