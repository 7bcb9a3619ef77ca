/* The problems of a transformation. Each is reported to the host when it happens. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include <libxml/tree.h>
#include <libxml/parser.h>
#include <libxslt/xsltInternals.h>

/* The same numbers are in lib/engines/xslt/problem.ts. */
enum kind {
    SYNTAX = 0,     /* the document that is read is not well-formed */
    STYLESHEET = 1, /* the stylesheet does not compile, or has an error while it runs */
    REFUSED = 2,    /* it tried to read something outside of the request */
    TERMINATED = 3, /* xsl:message terminate="yes" */
    LIMIT = 4,      /* it exceeded a limit of the engine */
    DETAIL = 5,     /* details of the next problem: libxml2 first reports the reason, then libxslt reports the place */
    COMPILING = 6,  /* an error or a warning of the compiler; only later it is known whether the stylesheet compiles */
};

/* The numbers of the documents, which the host uses too: the first of the files is FILES, the next one FILES + 1. */
enum source { OUTSIDE = -1, NO_SOURCE = 0, XML = 1, XSLT = 2, FILES = 3 };

/* The document that an address names: NO_SOURCE if it may name a file, but none has the name; OUTSIDE if it is absolute. */
__attribute__((import_module("host"), import_name("find")))
extern int source_at(const char *address);

/* The document of the request from which a tree was read. */
int source_of(xmlDocPtr doc);

/* Reports a problem with a node of the stylesheet; node may be NULL. */
void report_problem_at(enum kind kind, xmlNodePtr node, const char *text);

/* Reports a problem of the stylesheet with a name in the text. */
void report_name(xmlNodePtr node, const char *format, const xmlChar *name);

/* Reports a problem at a given position; line and column are 0 if they are unknown. */
void report_problem(enum kind kind, int source, int line, int column, const char *text);

/* Installs handlers for all errors that libxml2 and libxslt report. */
void install_error_handlers(void);

/* True after a problem that makes the transformation fail. */
extern int failed;

/* The document that is being read, for problems of the parser; NO_SOURCE if none is read. */
extern int reading;

/* The parser that reads it. */
extern xmlParserCtxtPtr parser;

/* The context of the running transformation, for problems that are reported without a context. */
extern xsltTransformContextPtr running;

/* Remembers that the start tag of an element of a stylesheet ends before this byte. */
void remember_tag(xmlNodePtr node, int end);

#endif
