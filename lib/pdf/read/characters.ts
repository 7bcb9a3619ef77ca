/** The class of regular characters (ISO 32000-2, 7.2.3). */
export const REGULAR = 0;
/** The class of white-space characters. */
export const WHITE_SPACE = 1;
/** The class of delimiters. */
export const DELIMITER = 2;

/** The class of each byte: `REGULAR`, `WHITE_SPACE` or `DELIMITER`. */
export const CHARACTER_CLASS = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) CHARACTER_CLASS[space] = WHITE_SPACE;
for (const delimiter of "()<>[]{}/%") CHARACTER_CLASS[delimiter.charCodeAt(0)] = DELIMITER;

/** The value of a hexadecimal digit, or -1. */
export const hexValue = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

/** Whether the byte is a decimal digit. */
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
