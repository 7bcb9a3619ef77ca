import { randomBytes } from "node:crypto";
import zlib from "node:zlib";
import { throwIfStopped } from "../../workers/stop-flag.ts";
import type { Warning } from "../../workers/warnings.ts";
import { type Aliases, gather, target } from "../gather.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { Entries } from "./entries.ts";
import { Output } from "./output.ts";
import { type NumberOf, serialise } from "./serialise.ts";
import { Text } from "./text.ts";
import { entriesStream } from "./xref-stream.ts";
import { entriesTable } from "./xref-table.ts";

/** What is written: the catalog, the information dictionary, and how. */
export interface Writing {
  catalog: Dict;
  info?: Dict | undefined;
  /** The least version that the file must state; 1.5 at least, for its object streams. */
  version: string;
  /** Cells that equal ones stand for. */
  aliases?: Aliases;
  /** What the file lacks of what it was made of, as `dropUnkeepable` gives it. */
  warnings: readonly Warning[];
  /** Deflate's level for the object streams; by how many objects there are where none is given. */
  level?: number;
  /** Whether the file does without object and cross-reference streams, as PDF/A-1 needs (ISO 19005-1, 6.1.4). */
  classic?: boolean | undefined;
}

/** Objects in one object stream: few enough to find one fast, enough to pack well. */
const PER_STREAM = 300;

/** Deflate's levels for object streams: of a file of very many objects packing well would take a third of the time. */
const USUAL_LEVEL = 6;
const FAST_LEVEL = 2;
const FAST_FROM_OBJECTS = 20_000;

const deflated = (data: Uint8Array, level: number): Buffer => {
  throwIfStopped();
  return zlib.deflateSync(data, { level, memLevel: 9 });
};

/** Writes what a cell holds: its text as it stood, where nobody has looked into it. */
const writeValue = (text: Text, ref: Ref, numberOf: NumberOf): void => {
  const { raw } = ref;
  if (raw === undefined) text.characters(serialise(ref.value, numberOf));
  else text.copy(raw, numberOf);
};

const packObjects = (
  output: Output,
  entries: Entries,
  refs: readonly Ref[],
  first: number,
  numberOf: NumberOf,
  level: number,
): void => {
  for (let from = 0; from < refs.length; from += PER_STREAM) {
    const container = first + from / PER_STREAM;
    const body = new Text();
    let head = "";
    refs.slice(from, from + PER_STREAM).forEach((ref, place) => {
      const number = numberOf(ref)!;
      head += `${number} ${body.length} `;
      writeValue(body, ref, numberOf);
      body.characters("\n");
      entries.packed(number, container, place);
    });
    const count = Math.min(PER_STREAM, refs.length - from);
    const data = deflated(Buffer.concat([Buffer.from(head, "latin1"), body.written]), level);
    entries.stands(container, output.length);
    output.stream(container, `<</Type/ObjStm/N ${count}/First ${head.length}/Filter/FlateDecode>>`, data);
  }
};

const writeObjects = (output: Output, entries: Entries, refs: readonly Ref[], numberOf: NumberOf): void => {
  for (const ref of refs) {
    const number = numberOf(ref)!;
    entries.stands(number, output.length);
    const { text } = output;
    text.characters(`${number} 0 obj\n`);
    writeValue(text, ref, numberOf);
    text.characters("\nendobj\n");
  }
};

const writeEntriesStream = (output: Output, entries: Entries, keys: string, level: number): void => {
  const own = entries.size - 1;
  entries.stands(own, output.length);
  const { columns, widths, data } = entriesStream(entries);
  const parms = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`;
  const dict = `<</Type/XRef/Size ${entries.size}${keys}/W[${widths.join(" ")}]${parms}>>`;
  output.stream(own, dict, deflated(data, level));
};

/**
 * Writes a new file of everything that the catalog leads to: objects packed in object streams, streams as they are,
 * a cross-reference stream (ISO 32000-2, 7.5.7 and 7.5.8); or each object by itself, and a table. Gives the file in
 * pieces; long stream data are not copied.
 */
export const writePdf = (writing: Writing): { pieces: Uint8Array[]; length: number } => {
  const { catalog, info, aliases = new Map<Ref, Ref>(), classic = false } = writing;
  const trailer = new Map<string, Value>([["Root", new Ref(catalog)]]);
  if (info !== undefined && info.size > 0) trailer.set("Info", new Ref(info));
  const refs = gather(trailer, aliases);
  const isStream = (ref: Ref) => ref.raw === undefined && ref.value instanceof Stream;
  const plain = refs.filter((ref) => !isStream(ref));
  const streams = refs.filter(isStream);
  const level = writing.level ?? (plain.length < FAST_FROM_OBJECTS ? USUAL_LEVEL : FAST_LEVEL);
  const walk = refs[0]!.walk;
  for (const [index, ref] of [...plain, ...streams].entries()) ref.place = index + 1;
  const numberOf: NumberOf = (ref) => {
    const cell = ref.walk === walk ? ref : target(ref, aliases);
    return cell.walk === walk ? cell.place : undefined;
  };

  const output = new Output();
  const containers = classic ? 0 : Math.ceil(plain.length / PER_STREAM) + 1;
  const entries = new Entries(1 + refs.length + containers);
  const version = classic || writing.version >= "1.5" ? writing.version : "1.5";
  output.text.characters(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
  for (const ref of streams) {
    entries.stands(numberOf(ref)!, output.length);
    output.stream(numberOf(ref)!, serialise(ref.value, numberOf), (ref.value as Stream).data);
  }
  if (classic) writeObjects(output, entries, plain, numberOf);
  else packObjects(output, entries, plain, refs.length + 1, numberOf, level);
  const id = randomBytes(16).toString("hex");
  const keys = `${serialise(trailer, numberOf).slice(2, -2)}/ID[<${id}><${id}>]`;
  const start = output.length;
  if (!classic) writeEntriesStream(output, entries, keys, level);
  else output.text.characters(`${entriesTable(entries)}trailer\n<</Size ${entries.size}${keys}>>\n`);
  output.text.characters(`startxref\n${start}\n%%EOF\n`);
  return { pieces: output.finished(), length: output.length };
};
