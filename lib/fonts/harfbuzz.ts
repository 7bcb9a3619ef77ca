import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The part of HarfBuzz's C interface that is used here, as its WebAssembly build exports it. */
interface HarfBuzz {
  memory: { buffer: ArrayBuffer };
  malloc(size: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
  _initialize?(): void;
}

const NO_HINTING = 0x1;
const RETAIN_GLYPH_IDS = 0x2;
const NOTDEF_OUTLINE = 0x40;
const GLYPH_NAMES = 0x80;
const NO_LAYOUT_CLOSURE = 0x200;
/** HB_SUBSET_SETS_DROP_TABLE_TAG */
const DROPPED_TABLES_SET = 3;
/** HB_MEMORY_MODE_WRITABLE */
const WRITABLE = 2;

/** Tables that PDF readers do not use in an embedded font. */
const UNUSED_TABLES = "GSUB GPOS GDEF DSIG kern hdmx VDMX LTSH FFTM MATH PCLT meta STAT".split(" ");

let loaded: HarfBuzz | undefined;

const load = (): HarfBuzz => {
  if (loaded !== undefined) return loaded;
  const path = createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
  loaded = exports as unknown as HarfBuzz;
  loaded._initialize?.();
  return loaded;
};

const tagValue = (tag: string): number => Buffer.from(tag, "latin1").readUInt32BE();

interface SubsetOptions {
  readonly hints: boolean;
  /** Whether glyphs keep their ids. A PDF may refer to glyphs by id. */
  readonly keepGlyphIds: boolean;
  readonly keepNames?: boolean;
  /** The index of the font in a collection; 0 by default. */
  readonly face?: number;
}

const flagsFor = ({ hints, keepGlyphIds, keepNames = false }: SubsetOptions): number =>
  NO_LAYOUT_CLOSURE |
  NOTDEF_OUTLINE |
  (hints ? 0 : NO_HINTING) |
  (keepGlyphIds ? RETAIN_GLYPH_IDS : 0) |
  (keepNames ? GLYPH_NAMES : 0);

/** The font with the outlines of only these glyphs. Undefined when HarfBuzz cannot read the font. */
export const subsetGlyphs = (font: Buffer, glyphs: Iterable<number>, options: SubsetOptions): Buffer | undefined => {
  const hb = load();
  const pointer = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, pointer);
  const blob = hb.hb_blob_create(pointer, font.length, WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, options.face ?? 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, flagsFor(options));
  const kept = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(kept, glyph);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES_SET);
  for (const tag of UNUSED_TABLES) hb.hb_set_add(dropped, tagValue(tag));
  const subset = hb.hb_subset_or_fail(face, input);
  let result: Buffer | undefined;
  if (subset !== 0) {
    const subsetBlob = hb.hb_face_reference_blob(subset);
    const from = hb.hb_blob_get_data(subsetBlob, 0);
    const length = hb.hb_blob_get_length(subsetBlob);
    if (length > 0) result = Buffer.from(new Uint8Array(hb.memory.buffer, from, length).slice());
    hb.hb_blob_destroy(subsetBlob);
    hb.hb_face_destroy(subset);
  }
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(pointer);
  return result;
};
