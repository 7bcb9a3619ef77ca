/* Problems of a transformation, which are reported to the host as they happen. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include <libxml/tree.h>
#include <libxml/parser.h>
#include <libxslt/xsltInternals.h>

/* The same numbers are in lib/engines/xslt/problem.ts. */
enum kind {
    SYNTAX = 0,     /* the document read is not well-formed */
    STYLESHEET = 1, /* the stylesheet does not compile, or does what XSLT forbids while it runs */
    REFUSED = 2,    /* it tried to read something outside of the request */
    TERMINATED = 3, /* xsl:message terminate="yes" */
    BOUND = 4,      /* it exceeded a limit of the engine */
    DETAIL = 5,     /* details of the next problem: libxml2 first reports the reason, then libxslt reports the place */
    COMPILING = 6,  /* reported by the compiler as an error or a warning: whether it compiles is known later */
};

/* The number of the document that is read or has a problem; the host has its text under this number. */
enum source { NOWHERE = 0, XML = 1, XSLT = 2 };

/* Reports a problem with a node of the stylesheet; node may be NULL. */
void problem_at(enum kind kind, xmlNodePtr node, const char *text);

/* Reports a problem without a place, or with a place that the caller knows. */
void problem(enum kind kind, enum source source, int line, int column, const char *text);

/* Installs handlers for all errors that libxml2 and libxslt report. */
void watch_problems(void);

/* True after a problem was reported with which the transformation counts as failed. */
extern int failed;

/* The document that is being read, for problems of the parser; NOWHERE between documents. */
extern enum source reading;

/* The parser that reads it. */
extern xmlParserCtxtPtr parser;

/* The context that runs now, for problems that are reported without one. */
extern xsltTransformContextPtr running;

/* Remembers that the start tag of an element of the stylesheet ends before this byte. */
void remember_tag(xmlNodePtr node, int end);

#endif
