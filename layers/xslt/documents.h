/* The documents of a request: XML, stylesheet and files. No others can be read. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "problems.h"

/* Reads XML or stylesheet, which the host passes as UTF-8. Its address is the base of the relative addresses in it. Reports the
 * problem and returns NULL if it is not well-formed. */
xmlDocPtr read_document(enum source source, const char *address);

/* Forbids access to documents outside of the request, and writing. */
void forbid_external_access(void);

#endif
