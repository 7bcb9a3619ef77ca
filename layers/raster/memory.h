/* The module's memory is a stack of pieces. All pieces that were taken after a mark are released together. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define EXPORTED(name) __attribute__((export_name(#name)))

/* Takes a piece of so many bytes, aligned to 16. Traps if the memory limit is reached. */
void *take(u32 bytes);
/* The same, filled with zeros. */
void *take_clear(u32 bytes);
/* The present end of the stack. */
u32 mark(void);
/* Releases all pieces that were taken since the mark. */
void release(u32 mark);
