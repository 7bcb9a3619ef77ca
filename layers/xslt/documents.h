/* The two documents of a request. No other documents can be read. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "problems.h"

/* Reads one of them, which the host passes as UTF-8. Reports the problem and returns NULL if it is not well-formed. */
xmlDocPtr read_document(enum source source);

/* Forbids access to documents outside of the request, and writing. */
void forbid_external_access(void);

#endif
