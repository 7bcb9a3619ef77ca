#ifndef OFFICE_H
#define OFFICE_H

/* Loads LibreOffice from its folder, with this profile. Returns 0, or an error message. */
const char *load_office(const char *program, const char *profile);

/* Runs a macro of Convert.xba. The files that it writes show the outcome. */
void run_macro(const char *name, const char *source, const char *target, const char *options);

/* Makes LibreOffice draw form controls, as it does without LibreOfficeKit. Returns 0 on failure. */
int draw_controls(void);

/*
 * Makes LibreOffice use this folder for temp files and for the embedded fonts of documents. The path is ASCII without
 * spaces. Returns 0 on failure.
 */
int use_folder(const char *folder);

/* Calls `serve` once from LibreOffice's event loop. `serve` need not return. */
void run_inside(void (*serve)(void));

#endif
