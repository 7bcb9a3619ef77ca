/* The module's memory: a stack of pieces. What is taken after a mark is given back together. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define EXPORTED(name) __attribute__((export_name(#name)))

/* A piece of so many bytes, aligned to 16; ends the call where the memory's bound is reached. */
void *take(u32 bytes);
/* The same, all zero. */
void *take_clear(u32 bytes);
/* Where the stack ends now. */
u32 mark(void);
/* Gives back all that was taken since the mark. */
void release(u32 mark);
