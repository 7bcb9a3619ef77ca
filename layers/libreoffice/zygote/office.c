#define _GNU_SOURCE
#include "office.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The part of LibreOfficeKit's class that is used here (include/LibreOfficeKit/LibreOfficeKit.h of LibreOffice). */
typedef struct office Office;
struct methods {
  size_t size;
  void *destroy, *document_load, *get_error, *document_load_with_options, *free_error, *register_callback;
  void *get_filter_types, *set_optional_features, *set_document_password, *get_version_info;
  int (*run_macro)(Office *, const char *address);
  void *sign_document;
  void (*run_loop)(Office *, int (*poll)(void *, int), void (*wake)(void *), void *data);
};
struct office {
  struct methods *methods;
};

/* Paragraphs whose lines Writer keeps, by itself and here; its numbers have 16 bits. A paragraph of six lines takes 1.5 KB. */
#define USUAL_KEPT_PARAGRAPHS 250
#define KEPT_PARAGRAPHS 60000

/* SwCache of LibreOffice's Writer (sw/source/core/inc/swcache.hxx). */
struct writer_cache {
  void *objects[3], *free_places[3], *first, *first_of_all, *last;
  unsigned short most;
};

/* The value in `program/fundamentalrc`, but without extensions, and with a read-only profile (`*`, not `!`). */
#define LAYERS                                                                               \
  "xcsxcu:${BRAND_BASE_DIR}/share/registry res:${BRAND_BASE_DIR}/share/registry "            \
  "user:*${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}/user/registrymodifications.xcu"

static Office *office;
static void *core;
static void (*inside)(void);

const char *load_office(const char *program, const char *profile) {
  char library[4096];
  setenv("CONFIGURATION_LAYERS", LAYERS, 1);
  snprintf(library, sizeof library, "%s/libmergedlo.so", program);
  core = dlopen(library, RTLD_LAZY | RTLD_GLOBAL);
  if (!core) return dlerror();
  Office *(*hook)(const char *, const char *) = dlsym(core, "libreofficekit_hook_2");
  if (!hook) return dlerror();
  office = hook(program, profile);
  return office ? 0 : "LibreOffice does not start";
}

void run_macro(const char *name, const char *source, const char *target, const char *options) {
  char address[16384];
  snprintf(address, sizeof address, "macro:///Standard.Convert.%s(\"%s\",\"%s\",\"%s\")", name, source, target, options);
  office->methods->run_macro(office, address);
}

/* `void comphelper::LibreOfficeKit::setActive(bool)`: while it is active, LibreOffice leaves form controls to its client. */
int draw_controls(void) {
  void (*set_active)(int) = dlsym(core, "_ZN10comphelper14LibreOfficeKit9setActiveEb");
  if (set_active) set_active(0);
  return set_active != 0;
}

/*
 * Writer keeps the lines of some paragraphs, in `SwTextFrame::s_pTextCache`. It breaks those of the others anew to draw them: a
 * sixth of the time of a report, in which a field loses the words that are on the next page.
 */
int keep_paragraphs(void) {
  void *writer = dlopen("libswlo.so", RTLD_LAZY | RTLD_NOLOAD);
  if (!writer) return 1;
  struct writer_cache **cache = dlsym(writer, "_ZN11SwTextFrame12s_pTextCacheE");
  if (!cache || !*cache || (*cache)->most < USUAL_KEPT_PARAGRAPHS || (*cache)->most > KEPT_PARAGRAPHS) return 0;
  (*cache)->most = KEPT_PARAGRAPHS;
  return 1;
}

/*
 * `OUString utl::SetTempNameBaseDirectory(const OUString &)` of LibreOffice's unotools. An OUString is a pointer to its
 * text; a returned OUString is written to the address in the first argument. Embedded fonts of a document are unpacked into
 * the profile, whose folder `rtl_bootstrap_set` sets.
 */
int use_folder(const char *folder) {
  char address[4096];
  void *name = 0, *given = 0, *key = 0;
  void (*from_ascii)(void **, const char *) = dlsym(core, "rtl_uString_newFromAscii");
  void (*set_base)(void **, void **) = dlsym(core, "_ZN3utl24SetTempNameBaseDirectoryERKN3rtl8OUStringE");
  void (*set_variable)(void *, void *) = dlsym(core, "rtl_bootstrap_set");
  if (!from_ascii || !set_base || !set_variable) return 0;
  snprintf(address, sizeof address, "file://%s", folder);
  from_ascii(&name, address);
  from_ascii(&key, "UserInstallation");
  set_base(&given, &name);
  set_variable(key, name);
  return setenv("TMPDIR", folder, 1) == 0;
}

/* `rtlDigestError rtl_digest_MD5(const void *, sal_uInt32, sal_uInt8 *, sal_uInt32)` of LibreOffice's sal; 0 is success. */
int digest_md5(const void *bytes, unsigned int length, unsigned char *digest) {
  int (*md5)(const void *, unsigned int, unsigned char *, unsigned int) = dlsym(core, "rtl_digest_MD5");
  return md5 && md5(bytes, length, digest, 16) == 0;
}

/* LibreOffice also polls while it loads a document. Such a call must not start `serve` again. */
static int poll_once(void *data, int microseconds) {
  (void)data;
  if (inside) {
    void (*serve)(void) = inside;
    inside = 0;
    serve();
  } else if (microseconds > 0) {
    usleep(microseconds < 500 ? microseconds : 500);
  }
  return 0;
}

static void wake(void *data) { (void)data; }

void run_inside(void (*serve)(void)) {
  inside = serve;
  /* The data pointer must not be null. */
  office->methods->run_loop(office, poll_once, wake, &office);
}
