/** The class of each byte (ISO 32000-2, 7.2.3): 0 regular, 1 white space, 2 delimiter. */
export const CHARACTER_CLASS = new Uint8Array(256);
for (const space of [0, 9, 10, 12, 13, 32]) CHARACTER_CLASS[space] = 1;
for (const delimiter of "()<>[]{}/%") CHARACTER_CLASS[delimiter.charCodeAt(0)] = 2;

/** The value of a hexadecimal digit, or -1. */
export const hexValue = (byte: number): number => {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

/** Whether the byte is a decimal digit. */
export const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
