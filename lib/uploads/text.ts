import { rule } from "../contract.ts";

/** The rule that a text has something in it. */
export const notEmpty = rule<string>((text) => /\S/.test(text), "is empty");

/** Text in UTF-8, without the byte order mark that may begin it. */
export const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
