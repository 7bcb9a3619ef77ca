/** The bytes of a megabyte. */
export const MB = 1_048_576;
