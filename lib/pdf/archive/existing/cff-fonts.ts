import { withoutMalformedReals } from "../../../fonts/cff/dictionary.ts";
import { readCff } from "../../../fonts/cff/read.ts";
import { readTables } from "../../../fonts/sfnt.ts";
import { dictAt, get, nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { deflate, setStreamData } from "../../compress/repack.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Name, Stream } from "../../objects.ts";

const OPENTYPE = "OTTO";
const CFF = "CFF ";

/** The CFF table of an OpenType program whose glyphs have names. */
const namedOutlines = (program: Buffer): Buffer | undefined => {
  const table = program.toString("latin1", 0, 4) === OPENTYPE ? readTables(program)?.get(CFF) : undefined;
  const cff = table && Buffer.from(table);
  return cff !== undefined && readCff(cff)?.isCidKeyed === false ? cff : undefined;
};

/**
 * Makes the CFF program of a font readable for all: a CIDFont takes named glyphs by their numbers (ISO 32000-2, 9.7.4.2), but some
 * readers follow the encoding within an OpenType program, so that it is embedded bare. Numbers are well-formed.
 */
export const mendCff = (font: Dict, budget: Budget): void => {
  const stream = get(dictAt(font, "FontDescriptor"), "FontFile3");
  const program = stream instanceof Stream ? plainData(stream, budget) : undefined;
  if (!(stream instanceof Stream) || program === undefined) return;
  const bare = nameAt(font, "Subtype") === "CIDFontType0" ? namedOutlines(program) : undefined;
  const isBare = bare !== undefined || program[0] === 1;
  if (!isBare) return;
  const mended = withoutMalformedReals(bare ?? program);
  if (mended === program) return;
  setStreamData(stream, deflate(mended), "FlateDecode");
  if (bare !== undefined) stream.dict.set("Subtype", new Name("CIDFontType0C"));
};
