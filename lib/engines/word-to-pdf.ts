import mammoth from "mammoth/package.json" with { type: "json" };
import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import { openPackage } from "../ooxml/package.ts";
import type { OutdatedFields } from "../ooxml/word/fields.ts";
import { NO_INDEX, type PreparedWord, prepareWord } from "../ooxml/word/prepare.ts";
import type { Output } from "../workers/output.ts";
import { engine } from "./engine.ts";
import { convert, type Document } from "./office/convert.ts";
import { libreofficeVersion } from "./office/place.ts";
import { warmZygoteFor } from "./office/running.ts";
import { substitutedFonts } from "./office/substituted-fonts.ts";

/** Words of the macro, each within commas: what it is to work out anew. */
const optionsOf = ({ indexes, fields }: OutdatedFields): string =>
  `,${indexes ? "indexes," : ""}${fields ? "fields," : ""}`;

/** What a paragraph of a million characters takes at the least, and one of n million n × n times as long. */
const MS_PER_LONG_PARAGRAPH = 15_000;

/** Throws for a document that could not be ready by the deadline because of one paragraph: better now than then. */
const judgeParagraph = (longest: number): void => {
  const most = Math.floor(Math.sqrt(config.deadline / MS_PER_LONG_PARAGRAPH) * 1_000_000);
  if (longest <= most) return;
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The document has a paragraph of ${longest.toLocaleString("en")} characters: one of more than ${most.toLocaleString("en")} cannot be printed within ${config.deadline / 1000} s.`,
  );
};

/** Prints a document; where an index that was to be built would be lost, once more with the stored one. */
const print = async (
  { bytes, warnings, outdated, longest, fonts }: PreparedWord,
  name: string | undefined,
  signal: AbortSignal,
): Promise<Output> => {
  judgeParagraph(longest);
  const job = (what: OutdatedFields) => convert({ macro: "Word", bytes, name, options: optionsOf(what) }, signal);
  const { body } = await job(outdated);
  const told = [...warnings, ...substitutedFonts(fonts)];
  if (body !== undefined) return { body, warnings: told };
  const again = await job({ ...outdated, indexes: false });
  return { body: again.body!, warnings: [...told, NO_INDEX] };
};

/** Converts a Word document (.docx) by LibreOffice, by the embedded engine where there is none. */
export const wordToPdf = engine<Document>({
  warmParts: { libreoffice: warmZygoteFor("Word") },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? `mammoth/${mammoth.version}` : `libreoffice/${version}`;
  },
  run: async ({ bytes, name }, signal) => {
    if (libreofficeVersion() === undefined) {
      const embedded = await import("./office/embedded/word.ts");
      return embedded.convert(bytes, signal);
    }
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return print(prepareWord(await openPackage(buffer), buffer), name, signal);
  },
});
