#ifndef OFFICE_H
#define OFFICE_H

/* Loads LibreOffice from its folder, with this profile. Returns 0, or an error message. */
const char *load_office(const char *program, const char *profile);

/* Runs a macro of Convert.xba. The files that it writes show the outcome. */
void run_macro(const char *name, const char *source, const char *target, const char *options);

/* Makes LibreOffice draw form controls, as it does without LibreOfficeKit. Returns 0 on failure. */
int draw_controls(void);

/* Makes Writer, if it has been used, keep the lines of all paragraphs of most documents. Returns 0 on failure. */
int keep_paragraphs(void);

/*
 * Makes LibreOffice use this folder for temp files and for the embedded fonts of documents. The path is ASCII without
 * spaces. Returns 0 on failure.
 */
int use_folder(const char *folder);

/* Writes the MD5 digest of some bytes, which has 16 bytes. Returns 0 on failure. */
int digest_md5(const void *bytes, unsigned int length, unsigned char *digest);

/* Calls `serve` once from LibreOffice's event loop. `serve` need not return. */
void run_inside(void (*serve)(void));

#endif
