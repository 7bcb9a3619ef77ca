#ifndef FINISH_PDF_H
#define FINISH_PDF_H

/*
 * Makes `printed.pdf` in a folder depend on nothing but its document: it gets the dates in `printed.pdf.dates`, else the one
 * of SOURCE_DATE_EPOCH, else none, and a file identifier made of its bytes. Writes `printed.pdf.facts`: the number of pages
 * and the identifier. Does nothing if there is no such PDF.
 */
void finish_pdf(const char *folder);

#endif
