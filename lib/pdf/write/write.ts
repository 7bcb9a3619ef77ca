import { ByteWriter } from "../../output/byte-writer.ts";
import type { Warning } from "../../output/warnings.ts";
import { deflateSync } from "../../zlib.ts";
import { type Dict, makeDict, Name, Ref, Stream, type UnparsedObject, type Value } from "../objects.ts";
import { type Aliases, finalTarget, reachableObjects } from "../reachable-objects.ts";
import type { Encryptor } from "../security/encrypt.ts";
import { CrossReference, xrefStreamData, xrefTable } from "./cross-reference.ts";
import { PdfOutput } from "./output.ts";
import { type ObjectNumberOf, serialise } from "./serialise.ts";

/** A document to write, and how it is written. */
export interface OutputDocument {
  catalog: Dict;
  info?: Dict | undefined;
  /** The lowest PDF version that the header may state. With object streams it is 1.5 at least. */
  version: string;
  /** Duplicates, each with the equal object that is written in its place. */
  aliases?: Aliases;
  /** Warnings about parts of the sources that the file lacks, as `dropInvalidatedParts` returns them. */
  warnings: readonly Warning[];
  /** Deflates the object streams; by default zlib does, at a level that depends on the number of objects. */
  deflate?: (data: Uint8Array) => Uint8Array;
  /** Whether the file has no object and cross-reference streams, as PDF/A-1 requires (ISO 19005-1, 6.1.4). */
  avoidsObjectStreams?: boolean | undefined;
  /** How the file is encrypted; it then has object streams. */
  encryptor?: Encryptor | undefined;
}

/** Objects in one object stream: few enough to find one quickly, enough to compress well. */
const OBJECTS_PER_STREAM = 300;

/** Deflate levels for object streams: for very many objects, the default level would take a third of the time. */
const DEFAULT_DEFLATE_LEVEL = 6;
const FAST_DEFLATE_LEVEL = 2;
const FAST_DEFLATE_MIN_OBJECTS = 20_000;

const IDENTIFIER_BYTES = 16;

/** Data that a window of 4 KB covers: a larger window would only take memory. */
const SMALL_DATA_MAX_BYTES = 4096;

const deflateAt =
  (level: number) =>
  (data: Uint8Array): Uint8Array => {
    const isSmall = data.length <= SMALL_DATA_MAX_BYTES;
    return deflateSync(data, isSmall ? { level, windowBits: 12, memLevel: 5 } : { level, memLevel: 9 });
  };

/** Writes an unparsed object's text with new object numbers in its references. */
const writeUnparsed = (out: ByteWriter, object: UnparsedObject, numberOf: ObjectNumberOf): void => {
  const { bytes, from, to, refs, refOffsets, refOffsetsStart } = object;
  let at = from;
  let offset = refOffsetsStart;
  for (const ref of refs) {
    out.writeBytes(bytes, at, refOffsets[offset]);
    const number = numberOf(ref);
    if (number === undefined) out.write("null");
    else {
      out.writeInteger(number);
      out.write(" 0 R");
    }
    at = refOffsets[offset + 1] ?? to;
    offset += 2;
  }
  out.writeBytes(bytes, at, to);
};

/** Writes an object's value; an unparsed object is copied as text. */
const writeValue = (text: ByteWriter, ref: Ref, numberOf: ObjectNumberOf): void => {
  const { unparsed } = ref;
  if (unparsed === undefined) text.write(serialise(ref.value, numberOf));
  else writeUnparsed(text, unparsed, numberOf);
};

interface Writing {
  readonly output: PdfOutput;
  readonly entries: CrossReference;
  readonly numberOf: ObjectNumberOf;
  readonly deflate: (data: Uint8Array) => Uint8Array;
  readonly encryptor: Encryptor | undefined;
}

/** Writes a stream under its number. */
const writeStream = ({ output, entries, numberOf, encryptor }: Writing, stream: Stream, number: number): void => {
  const { dict, data } = encryptor?.stream(stream, number) ?? stream;
  entries.setOffset(number, output.length);
  output.stream(number, serialise(dict, numberOf), data);
};

/** Writes objects, whose positions are their numbers, in object streams; the number of the first stream is `first`. */
const writeObjectStreams = (file: Writing, refs: readonly Ref[], first: number): void => {
  const { entries, numberOf, deflate } = file;
  for (let from = 0; from < refs.length; from += OBJECTS_PER_STREAM) {
    const container = first + from / OBJECTS_PER_STREAM;
    const body = new ByteWriter();
    const packed = refs.slice(from, from + OBJECTS_PER_STREAM);
    let head = "";
    for (const [place, ref] of packed.entries()) {
      head += `${ref.position} ${body.length} `;
      writeValue(body, ref, numberOf);
      body.write("\n");
      entries.setCompressed(ref.position, container, place);
    }
    const data = deflate(Buffer.concat([Buffer.from(head, "latin1"), body.bytes]));
    const dict = makeDict({
      Type: new Name("ObjStm"),
      N: packed.length,
      First: head.length,
      Filter: new Name("FlateDecode"),
    });
    writeStream(file, new Stream(dict, data), container);
  }
};

const writeObjects = ({ output, entries, numberOf }: Writing, refs: readonly Ref[]): void => {
  for (const ref of refs) {
    entries.setOffset(ref.position, output.length);
    const { text } = output;
    text.write(`${ref.position} 0 obj\n`);
    writeValue(text, ref, numberOf);
    text.write("\nendobj\n");
  }
};

/** Writes the encryption dictionary, whose strings are in clear text. Returns the entry of the trailer: some readers only follow a reference. */
const writeEncryption = ({ output, entries, numberOf }: Writing, { dict }: Encryptor): string => {
  const number = entries.size - 2;
  entries.setOffset(number, output.length);
  output.text.write(`${number} 0 obj\n${serialise(dict, numberOf)}\nendobj\n`);
  return `/Encrypt ${number} 0 R`;
};

const writeXrefStream = ({ output, entries, deflate }: Writing, keys: string): void => {
  const number = entries.size - 1;
  entries.setOffset(number, output.length);
  const { columns, widths, data } = xrefStreamData(entries);
  const parms = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`;
  const dict = `<</Type/XRef/Size ${entries.size}${keys}/W[${widths.join(" ")}]${parms}>>`;
  output.stream(number, dict, deflate(data));
};

/**
 * Writes a new file with every object that can be reached from the catalog. Objects are packed into object streams,
 * streams are written unchanged, and a cross-reference stream follows (ISO 32000-2, 7.5.7 and 7.5.8). With
 * `avoidsObjectStreams` each object is written separately, and a cross-reference table follows. The file identifier is made
 * of the objects (14.4). Returns the file in pieces, and a digest of it; long stream data is not copied.
 */
export const writePdf = (writing: OutputDocument): { pieces: Uint8Array[]; length: number; digest: string } => {
  const { catalog, info, aliases = new Map<Ref, Ref>(), avoidsObjectStreams = false, encryptor } = writing;
  const trailer = new Map<string, Value>([["Root", new Ref(catalog)]]);
  if (info !== undefined && info.size > 0) trailer.set("Info", new Ref(info));
  const refs = reachableObjects(trailer, aliases);
  const [plain, streams]: [Ref[], Ref[]] = [[], []];
  for (const ref of refs) (ref.unparsed === undefined && ref.value instanceof Stream ? streams : plain).push(ref);
  const level = plain.length < FAST_DEFLATE_MIN_OBJECTS ? DEFAULT_DEFLATE_LEVEL : FAST_DEFLATE_LEVEL;
  const { deflate = deflateAt(level) } = writing;
  const traversal = refs[0]?.traversal;
  let number = 0;
  for (const ref of plain) ref.position = ++number;
  for (const ref of streams) ref.position = ++number;
  const numberOf: ObjectNumberOf = (ref) => {
    const target = ref.traversal === traversal ? ref : finalTarget(ref, aliases);
    return target.traversal === traversal ? target.position : undefined;
  };

  const output = new PdfOutput();
  const containers = avoidsObjectStreams ? 0 : Math.ceil(plain.length / OBJECTS_PER_STREAM) + 1;
  const entries = new CrossReference(1 + refs.length + containers + (encryptor === undefined ? 0 : 1));
  const version = avoidsObjectStreams || writing.version >= "1.5" ? writing.version : "1.5";
  output.text.write(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`);
  const file: Writing = { output, entries, numberOf, deflate, encryptor };
  for (const ref of streams) if (ref.value instanceof Stream) writeStream(file, ref.value, ref.position);
  if (avoidsObjectStreams) writeObjects(file, plain);
  else writeObjectStreams(file, plain, refs.length + 1);
  const id = output.digest().toString("hex", 0, IDENTIFIER_BYTES);
  const encryption = encryptor === undefined ? "" : writeEncryption(file, encryptor);
  const keys = `${serialise(trailer, numberOf).slice(2, -2)}${encryption}/ID[<${id}><${id}>]`;
  const xrefOffset = output.length;
  if (!avoidsObjectStreams) writeXrefStream(file, keys);
  else output.text.write(`${xrefTable(entries)}trailer\n<</Size ${entries.size}${keys}>>\n`);
  output.text.write(`startxref\n${xrefOffset}\n%%EOF\n`);
  return { pieces: output.finish(), length: output.length, digest: output.digest().toString("base64url") };
};
