const ID_BYTES = 16;

/** A random text of 32 hexadecimal digits. `crypto.randomUUID` is only for pages that browsers call secure. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
