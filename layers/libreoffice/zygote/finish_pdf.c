#define _GNU_SOURCE
#include "finish_pdf.h"
#include "office.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* An entry of a cross-reference table has 20 bytes (ISO 32000-2, 7.5.4). */
#define ENTRY_BYTES 20
#define TAIL_BYTES 64
#define MAX_INFO_BYTES 262144
#define MAX_CATALOG_BYTES 65536
#define MAX_METADATA_BYTES 1048576
#define MAX_ELEMENT_BYTES 256
#define DIGITS 32

/* A part of the file. */
struct part {
  char *from, *to;
};

/* The moments of creation and of the last change, as YYYYMMDDHHMMSS; empty if they are not known. */
struct dates {
  char created[15], changed[15];
};

static char *after(struct part part, const char *text) {
  size_t length = strlen(text);
  char *at = part.from && part.from < part.to ? memmem(part.from, part.to - part.from, text, length) : 0;
  return at ? at + length : 0;
}

static struct part up_to(struct part part, char *from, const char *text, size_t most) {
  struct part rest = {from, from && part.to - from > (long)most ? from + most : part.to};
  char *end = after(rest, text);
  return (struct part){from, end ? end : from};
}

/* The object that a key refers to, up to the text that ends it, within a number of bytes. */
static struct part object(struct part pdf, char *table, struct part referring, const char *key, const char *end, size_t most) {
  char *reference = after(referring, key), *entry;
  if (!reference) return (struct part){0, 0};
  entry = table + strtoul(reference, 0, 10) * ENTRY_BYTES;
  if (entry < table || entry + ENTRY_BYTES > pdf.to) return (struct part){0, 0};
  unsigned long offset = strtoul(entry, 0, 10);
  if (offset >= (unsigned long)(pdf.to - pdf.from)) return (struct part){0, 0};
  return up_to(pdf, pdf.from + offset, end, most);
}

/* Writes a text over a part, and spaces over the rest of it. */
static void overwrite(struct part part, const char *text) {
  size_t length = strlen(text), room = part.to - part.from;
  memset(part.from, ' ', room);
  if (length <= room) memcpy(part.from, text, length);
}

static void set_information(struct part information, const struct dates *dates) {
  char text[64] = "";
  char *value = after(information, "/CreationDate(");
  if (!value) return;
  struct part entry = up_to(information, value, ")", MAX_INFO_BYTES);
  entry.from -= strlen("/CreationDate(");
  if (*dates->created) snprintf(text, sizeof text, "/CreationDate(D:%sZ)", dates->created);
  overwrite(entry, text);
}

/* Writes a date into an element between two tags of the metadata, or removes the element. */
static void set_element(struct part metadata, const char *open, const char *close, const char *date) {
  char text[160] = "";
  char *value = after(metadata, open);
  if (!value) return;
  struct part element = up_to(metadata, value, close, MAX_ELEMENT_BYTES);
  element.from -= strlen(open);
  if (*date)
    snprintf(text, sizeof text, "%s%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ%s", open, date, date + 4, date + 6, date + 8, date + 10,
             date + 12, close);
  overwrite(element, text);
}

static void set_metadata(struct part metadata, const struct dates *dates) {
  set_element(metadata, "<xmp:CreateDate>", "</xmp:CreateDate>", dates->created);
  set_element(metadata, "<xmp:ModifyDate>", "</xmp:ModifyDate>", dates->changed);
  set_element(metadata, "<xmp:MetadataDate>", "</xmp:MetadataDate>", dates->changed);
  char *date = after(metadata, "<dc:date>");
  if (!date) return;
  struct part element = up_to(metadata, date, "</dc:date>", MAX_ELEMENT_BYTES);
  if (*dates->changed) set_element(element, "<rdf:li>", "</rdf:li>", dates->changed);
  else overwrite((struct part){element.from - strlen("<dc:date>"), element.to}, "");
}

/* The dates of the document, which the macro has written; else that of the environment. */
static void read_dates(const char *path, struct dates *dates) {
  char *epoch = getenv("SOURCE_DATE_EPOCH");
  FILE *file = fopen(path, "re");
  if (file && fscanf(file, "%14[0-9] %14[0-9]", dates->created, dates->changed) != 2) *dates = (struct dates){"", ""};
  if (file) fclose(file);
  if (*dates->created || !epoch) return;
  time_t moment = strtoll(epoch, 0, 10);
  strftime(dates->created, sizeof dates->created, "%Y%m%d%H%M%S", gmtime(&moment));
  strcpy(dates->changed, dates->created);
}

/* Writes the identifier, which is a digest of the file without it, and gives it; 0 if the trailer has no such entry. */
static char *set_identifier(struct part pdf, struct part trailer) {
  unsigned char digest[DIGITS / 2];
  static char text[DIGITS + 1];
  char *first = after(trailer, "/ID [ <"), *checksum = after(trailer, "/DocChecksum /");
  if (!first || !after((struct part){first, trailer.to}, "<")) return 0;
  char *second = after((struct part){first, trailer.to}, "<");
  if (second + DIGITS > pdf.to) return 0;
  memset(first, '0', DIGITS);
  memset(second, '0', DIGITS);
  if (checksum) memset(checksum - strlen("/DocChecksum /"), ' ', strlen("/DocChecksum /") + DIGITS);
  if (!digest_md5(pdf.from, pdf.to - pdf.from, digest)) return 0;
  for (int i = 0; i < DIGITS / 2; i++) snprintf(text + 2 * i, 3, "%02X", digest[i]);
  memcpy(first, text, DIGITS);
  memcpy(second, text, DIGITS);
  return text;
}

static void finish(struct part pdf, const char *path) {
  char name[4200], *identifier, *count;
  struct dates dates = {"", ""};
  struct part tail = {pdf.to - TAIL_BYTES, pdf.to};
  char *start = after(tail, "startxref\n");
  unsigned long offset = start ? strtoul(start, 0, 10) : ~0UL;
  if (offset >= (unsigned long)(pdf.to - pdf.from)) return;
  struct part end = {pdf.from + offset, pdf.to};
  char *table = after(up_to(end, end.from, "\n0 ", TAIL_BYTES), "xref\n0 ");
  if (!table || !(table = memchr(table, '\n', pdf.to - table))) return;
  struct part trailer = {after(end, "trailer\n"), pdf.to};
  struct part catalog = object(pdf, ++table, trailer, "/Root ", "endobj", MAX_CATALOG_BYTES);
  struct part pages = object(pdf, table, catalog, "/Pages ", "endobj", pdf.to - pdf.from);
  snprintf(name, sizeof name, "%s.dates", path);
  read_dates(name, &dates);
  set_information(object(pdf, table, trailer, "/Info ", "endobj", MAX_INFO_BYTES), &dates);
  set_metadata(object(pdf, table, catalog, "/Metadata ", "endstream", MAX_METADATA_BYTES), &dates);
  if (!(identifier = set_identifier(pdf, trailer)) || !(count = after(pages, "/Count "))) return;
  snprintf(name, sizeof name, "%s.facts", path);
  FILE *facts = fopen(name, "we");
  if (!facts) return;
  fprintf(facts, "%lu %s\n", strtoul(count, 0, 10), identifier);
  fclose(facts);
}

void finish_pdf(const char *folder) {
  char path[4128];
  struct stat status;
  snprintf(path, sizeof path, "%s/printed.pdf", folder);
  int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &status) == 0 && status.st_size > TAIL_BYTES) {
    char *bytes = mmap(0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes != MAP_FAILED) {
      finish((struct part){bytes, bytes + status.st_size}, path);
      munmap(bytes, status.st_size);
    }
  }
  close(file);
}
