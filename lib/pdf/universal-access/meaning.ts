/** Text that says nothing: spaces, controls, and icons, which have characters of private use. */
export const NO_TEXT = /^[\s\p{Z}\p{C}]*$/u;
