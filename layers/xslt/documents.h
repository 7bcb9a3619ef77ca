/* The two documents of a request: the only ones there are. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "problems.h"

/* Reads one of them, its text coming from the host as UTF-8. NULL when it is not well-formed: the problem is told. */
xmlDocPtr read_document(enum source source);

/* Closes every way to a document outside of the request. */
void close_doors(void);

#endif
