import { randomBytes } from "node:crypto";
import zlib from "node:zlib";
import type { Warning } from "../warnings.ts";
import { type Aliases, gather, target } from "./gather.ts";
import { type Dict, Ref, Stream, type Value } from "./objects.ts";
import { type NumberOf, serialise } from "./serialise.ts";
import { throwIfStopped } from "./stop.ts";
import { entriesStream } from "./xref-stream.ts";

/** What is written: the catalog, the information dictionary, and how. */
export interface Writing {
  catalog: Dict;
  info?: Dict | undefined;
  /** The least version that the file must state; 1.5 at least, for its object streams. */
  version: string;
  /** Cells that equal ones stand for. */
  aliases?: Aliases;
  /** What the file lacks of what it was made of. */
  warnings?: readonly Warning[];
  /** Deflate's level for the object streams. */
  level?: number;
}

/** Objects in one object stream: few enough to find one fast, enough to pack well. */
const PER_STREAM = 300;

/** Pieces of a file under way, and where the next one will stand. */
class Output {
  readonly pieces: Uint8Array[] = [];
  length = 0;

  add(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
    this.pieces.push(bytes);
    this.length += bytes.length;
  }

  stream(number: number, dict: string, data: Uint8Array): void {
    this.add(`${number} 0 obj\n${dict.slice(0, -2)}/Length ${data.length}>>stream\n`);
    this.add(data);
    this.add("\nendstream\nendobj\n");
  }
}

/** Where an object is: at an offset, or at a place in an object stream. */
export type Entry = { offset: number } | { container: number; place: number };

const deflated = (data: Uint8Array, level: number): Buffer => {
  throwIfStopped();
  return zlib.deflateSync(data, { level, memLevel: 9 });
};

const packObjects = (
  output: Output,
  entries: Entry[],
  refs: Ref[],
  first: number,
  numberOf: NumberOf,
  level: number,
) => {
  for (let from = 0; from < refs.length; from += PER_STREAM) {
    const container = first + from / PER_STREAM;
    let head = "";
    let body = "";
    refs.slice(from, from + PER_STREAM).forEach((ref, place) => {
      const number = numberOf(ref)!;
      head += `${number} ${body.length} `;
      body += `${serialise(ref.value, numberOf)}\n`;
      entries[number] = { container, place };
    });
    const count = Math.min(PER_STREAM, refs.length - from);
    const data = deflated(Buffer.from(head + body, "latin1"), level);
    entries[container] = { offset: output.length };
    output.stream(container, `<</Type/ObjStm/N ${count}/First ${head.length}/Filter/FlateDecode>>`, data);
  }
};

/**
 * Writes a new file of everything that the catalog leads to: objects packed in object streams, streams as they are,
 * a cross-reference stream (ISO 32000-2, 7.5.7 and 7.5.8). Gives the file in pieces; stream data are not copied.
 */
export const writePdf = (writing: Writing): { pieces: Uint8Array[]; length: number } => {
  const { catalog, info, aliases = new Map<Ref, Ref>(), level = 6 } = writing;
  const trailer = new Map<string, Value>([["Root", new Ref(catalog)]]);
  if (info !== undefined && info.size > 0) trailer.set("Info", new Ref(info));
  const refs = [...gather(trailer, aliases)];
  const packed = refs.filter((ref) => !(ref.value instanceof Stream));
  const streams = refs.filter((ref) => ref.value instanceof Stream);
  const numbers = new Map([...packed, ...streams].map((ref, index) => [ref, index + 1]));
  const numberOf: NumberOf = (ref) => numbers.get(target(ref, aliases));

  const output = new Output();
  const entries: Entry[] = [];
  output.add(`%PDF-${writing.version < "1.5" ? "1.5" : writing.version}\n%\xe2\xe3\xcf\xd3\n`);
  for (const ref of streams) {
    entries[numberOf(ref)!] = { offset: output.length };
    output.stream(numberOf(ref)!, serialise(ref.value, numberOf), (ref.value as Stream).data);
  }
  packObjects(output, entries, packed, refs.length + 1, numberOf, level);
  const own = entries.length || 1;
  const start = output.length;
  entries[own] = { offset: start };
  const { columns, widths, data } = entriesStream(entries);
  const id = randomBytes(16).toString("hex");
  const keys = serialise(trailer, numberOf).slice(2, -2);
  const parms = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`;
  const dict = `<</Type/XRef/Size ${entries.length}${keys}/ID[<${id}><${id}>]/W[${widths.join(" ")}]${parms}>>`;
  output.stream(own, dict, deflated(data, level));
  output.add(`startxref\n${start}\n%%EOF\n`);
  return output;
};
