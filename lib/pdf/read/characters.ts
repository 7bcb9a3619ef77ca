/** The classes of characters (ISO 32000-2, 7.2.3). */
const [REGULAR, WHITE_SPACE, DELIMITER] = [0, 1, 2];

/** The class of each byte. */
const CHARACTER_CLASS = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) CHARACTER_CLASS[space] = WHITE_SPACE;
for (const delimiter of "()<>[]{}/%") CHARACTER_CLASS[delimiter.charCodeAt(0)] = DELIMITER;

/** Whether the byte is a regular character; false past the end of the data, like the following. */
export const isRegular = (byte: number | undefined): boolean => byte !== undefined && CHARACTER_CLASS[byte] === REGULAR;

export const isWhiteSpace = (byte: number | undefined): boolean =>
  byte !== undefined && CHARACTER_CLASS[byte] === WHITE_SPACE;

export const isDelimiter = (byte: number | undefined): boolean =>
  byte !== undefined && CHARACTER_CLASS[byte] === DELIMITER;

/** The value of a hexadecimal digit, or -1. */
export const hexValue = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
