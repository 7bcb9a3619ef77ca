/* The module's memory is a stack of pieces. All pieces that were taken after a mark are released at once. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define EXPORTED(name) __attribute__((export_name(#name)))

/* Takes a piece of memory, aligned to 16 bytes. Traps if the memory limit is reached. */
void *take(u32 bytes);
/* Takes a piece of memory that is filled with zeros. */
void *take_clear(u32 bytes);
/* The present end of the stack. */
u32 mark(void);
/* Releases all pieces that were taken since the mark. */
void release(u32 mark);
