import type { Engine } from "./engine.ts";
import { convert } from "./office/convert.ts";
import * as embedded from "./office/embedded/word.ts";
import { libreofficeVersion } from "./office/place.ts";
import { keepWarmFor } from "./office/running.ts";

keepWarmFor("Word");

/** Converts a Word document (.docx) by LibreOffice, by the embedded engine where there is none. */
export const wordToPdf: Engine<{ bytes: Uint8Array }> = {
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? embedded.name : `libreoffice/${version}`;
  },
  run: async ({ bytes }, signal) => {
    if (libreofficeVersion() === undefined) return embedded.convert(bytes, signal);
    return convert({ macro: "Word", bytes, options: "" }, signal);
  },
};
