#ifndef OFFICE_H
#define OFFICE_H

/* Loads LibreOffice from its folder, with a profile of its own; gives 0, or what went wrong. */
const char *load_office(const char *program, const char *profile);

/* Runs one of the subs of Convert.xba; the outcome is told by the files that it leaves. */
void run_macro(const char *name, const char *source, const char *target, const char *options);

/* Has LibreOffice draw form controls, as it does on its own. Gives 0 if it cannot. */
int draw_controls(void);

/*
 * Has LibreOffice make its temp files, and unpack the fonts of a document, in this folder from now on; its path is ASCII
 * without spaces. Gives 0 if it cannot.
 */
int use_folder(const char *folder);

/* Calls `serve`, once, from LibreOffice's own event loop; it need not return. */
void run_inside(void (*serve)(void));

#endif
