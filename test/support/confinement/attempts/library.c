/* Stands for the C library when the program of `fork.c` is linked, so that the real one is loaded with it. */
int stands_for_the_c_library;
