/* What goes wrong in a transformation, told to the host as it happens. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include <libxml/tree.h>
#include <libxml/parser.h>
#include <libxslt/xsltInternals.h>

/* The same numbers are in lib/engines/xslt/problem.ts. */
enum kind {
    SYNTAX = 0,     /* the document read is not well-formed */
    STYLESHEET = 1, /* the stylesheet does not compile, or does what XSLT forbids while it runs */
    REFUSED = 2,    /* it asked for something outside of the request */
    TERMINATED = 3, /* xsl:message terminate="yes" */
    BOUND = 4,      /* it ran into a bound of the engine */
    DETAIL = 5,     /* more about the problem that follows: libxml2 says first why, libxslt then where */
    COMPILING = 6,  /* told by the compiler, for which some are errors and some warnings: its verdict comes later */
};

/* The document being read or blamed; the host has its text under this number. */
enum source { NOWHERE = 0, XML = 1, XSLT = 2 };

/* Tells of a problem with a node of the stylesheet; node may be NULL. */
void problem_at(enum kind kind, xmlNodePtr node, const char *text);

/* Tells of a problem with no place, or with one that the caller knows. */
void problem(enum kind kind, enum source source, int line, int column, const char *text);

/* Takes over every way in which libxml2 and libxslt report errors. */
void watch_problems(void);

/* True once something has been reported that must not pass as a success. */
extern int failed;

/* What is being read, for problems of the parser; NOWHERE between documents. */
extern enum source reading;

/* The parser that reads it. */
extern xmlParserCtxtPtr parser;

/* The context that runs now, for problems that come without one. */
extern xsltTransformContextPtr running;

/* Remembers that the start tag of an element of the stylesheet ends before this byte. */
void remember_tag(xmlNodePtr node, int end);

#endif
