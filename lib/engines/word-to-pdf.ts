import mammoth from "mammoth/package.json" with { type: "json" };
import type { Engine } from "./engine.ts";
import { convert, type Document } from "./office/convert.ts";
import { libreofficeVersion } from "./office/place.ts";
import { keepWarmFor } from "./office/running.ts";

keepWarmFor("Word");

/** Converts a Word document (.docx) by LibreOffice, by the embedded engine where there is none. */
export const wordToPdf: Engine<Document> = {
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? `mammoth/${mammoth.version}` : `libreoffice/${version}`;
  },
  run: async ({ bytes, name }, signal) => {
    if (libreofficeVersion() === undefined) {
      const embedded = await import("./office/embedded/word.ts");
      return embedded.convert(bytes, signal);
    }
    const { body } = await convert({ macro: "Word", bytes, name, options: "" }, signal);
    return { body: body!, warnings: [] };
  },
};
