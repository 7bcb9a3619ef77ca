import { readType1 } from "../../../fonts/type1/program.ts";
import { dictAt, get, nameAt, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { cffOf } from "../../compress/fonts/type1.ts";
import { deflate, setStreamData } from "../../compress/repack.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../../objects.ts";
import { programOf, type Type1Font, widthsDiffer } from "./font-programs.ts";
import { codesIn, statedWidth } from "./simple-encoding.ts";
import { type1Names } from "./type1-codes.ts";

const EEXEC = "eexec";

/** The stated width of each glyph name; undefined if two codes give one glyph two widths. */
const statedWidths = (font: Dict, codes: Iterable<number>, program: Type1Font): Map<string, number> | undefined => {
  const widths = new Map<string, number>();
  for (const code of codes) {
    const name = type1Names(font, code, program.encoding.get(code)).find((each) => program.has(each));
    const width = statedWidth(font, code);
    if (name === undefined || width === undefined) continue;
    if ((widths.get(name) ?? width) !== width) return undefined;
    widths.set(name, width);
  }
  return widths;
};

/** Sets the lengths of the parts of a program (ISO 32000-2, table 125). */
const setLengths = (stream: Stream, data: Buffer): void => {
  const clear = data.indexOf(EEXEC, 0, "latin1") + EEXEC.length + 1;
  const end = data.lastIndexOf("cleartomark", undefined, "latin1");
  let zeros = end < 0 ? data.length : end;
  while (zeros > clear && /[0\s]/.test(String.fromCharCode(data[zeros - 1] ?? 0))) zeros--;
  setStreamData(stream, deflate(data), "FlateDecode");
  stream.dict
    .set("Length1", clear)
    .set("Length2", Math.max(0, zeros - clear))
    .set("Length3", data.length - zeros);
};

/** Whether all readers read a program: it begins with the usual comment, and its encrypted part is binary. */
export const isUsualType1 = (data: Buffer): boolean => {
  const encrypted = data.indexOf(EEXEC, 0, "latin1") + EEXEC.length;
  const isHexadecimal = /^\s{0,9}[\da-fA-F]{8}/.test(data.toString("latin1", encrypted, encrypted + 20));
  return data.toString("latin1", 0, 14) === "%!PS-AdobeFont" && !isHexadecimal;
};

const hasLengths = ({ dict }: Stream, data: Buffer): boolean => {
  const clear = data.indexOf(EEXEC, 0, "latin1") + EEXEC.length;
  return Math.abs((numberAt(dict, "Length1") ?? 0) - clear) <= 2 && (numberAt(dict, "Length2") ?? 0) > 0;
};

/** Gives the program of a Type 1 font the widths of the dictionary, which readers use (ISO 19005-2, 6.2.11.5). */
export const mendType1 = (font: Dict, strings: Iterable<string>, budget: Budget): void => {
  const descriptor = dictAt(font, "FontDescriptor");
  const stream = get(descriptor, "FontFile");
  const program = programOf(font, budget);
  if (descriptor === undefined || !(stream instanceof Stream) || program?.kind !== "type1") return;
  if (!/^(?:Type1|MMType1)$/.test(nameAt(font, "Subtype") ?? "")) return;
  const data = plainData(stream, budget);
  const read = data && readType1(data);
  if (data === undefined || read === undefined) return;
  const widths = statedWidths(font, codesIn(strings), program);
  const differs = [...(widths ?? [])].some(([name, width]) => widthsDiffer(width, program.widthOfName(name) ?? width));
  if (!differs && isUsualType1(data)) {
    if (!hasLengths(stream, data)) setLengths(stream, data);
    return;
  }
  const scale = (read.matrix[0] ?? 0.001) * 1000;
  const cff =
    widths && cffOf(read, true, new Map([...widths].map(([name, width]) => [name, Math.round(width / scale)])));
  if (cff === undefined) return;
  const made = new Stream(makeDict({ Subtype: new Name("Type1C"), Filter: new Name("FlateDecode") }), deflate(cff));
  const own = new Map(descriptor).set("FontFile3", new Ref(made));
  own.delete("FontFile");
  font.set("FontDescriptor", new Ref(own));
};
