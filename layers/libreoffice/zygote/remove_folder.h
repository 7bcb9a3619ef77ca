#ifndef REMOVE_FOLDER_H
#define REMOVE_FOLDER_H

/* Removes a folder and everything in it. */
void remove_folder(const char *folder);

#endif
