import { arrayAt, asList, bytesAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { deflate, setStreamData } from "../../compress/repack.ts";
import { decode, plainData } from "../../filters/decode.ts";
import { ifReadable } from "../../if-readable.ts";
import { type Dict, Name, Stream, type Value } from "../../objects.ts";
import { dictionariesIn, reachableObjects } from "../../reachable-objects.ts";
import { latin1Key, textOfString, textString } from "../../strings.ts";
import { languageTag } from "../../universal-access/plain-entries.ts";
import { isEmbedded } from "../embedded-font.ts";
import { RENDERING_INTENTS } from "./content-operations.ts";

const BLEND_MODES = new Set(
  (
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference " +
    "Exclusion Hue Saturation Color Luminosity"
  ).split(" "),
);

const dropUnless = (dict: Dict, key: string, known: ReadonlySet<string>): void => {
  if (dict.has(key) && !known.has(nameAt(dict, key) ?? "")) dict.delete(key);
};

/** Mends an image (ISO 19005-2, 6.2.8): without alternates, proxies and interpolation. */
const mendImage = (dict: Dict): void => {
  dict.delete("Alternates");
  dict.delete("OPI");
  if (get(dict, "Interpolate") === true) dict.delete("Interpolate");
  dropUnless(dict, "Intent", RENDERING_INTENTS);
};

/** Mends a form (6.2.9): without PostScript, proxies and references to other files. */
const mendForm = (dict: Dict): void => {
  for (const key of ["OPI", "PS", "Ref", "Subtype2"]) dict.delete(key);
};

/** Replaces PostScript, which readers ignore on screens, by a form that draws nothing (6.2.9). */
const replacePostScript = (stream: Stream): void => {
  stream.dict = new Map<string, Value>([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Form")],
    ["BBox", [0, 0, 0, 0]],
    ["Resources", new Map()],
  ]);
  setStreamData(stream, Buffer.alloc(0));
};

/** Mends a graphics state (6.2.5): without transfer functions, halftones and unknown blend modes. */
const mendGraphicsState = (dict: Dict): void => {
  for (const key of ["TR", "HT", "HTP", "HTO"]) dict.delete(key);
  if (nameAt(dict, "TR2") !== "Default") dict.delete("TR2");
  dropUnless(dict, "RI", RENDERING_INTENTS);
  const modes = asList(dict.get("BM")).map((mode) => resolve(mode));
  if (modes.length === 0) return;
  const known = modes.find((mode) => mode instanceof Name && BLEND_MODES.has(mode.text));
  dict.set("BM", known ?? new Name("Normal"));
};

/** The graphics states among the resources of a dictionary. */
const statesIn = (dict: Dict): Dict[] =>
  [...(dictAt(dict, "ExtGState")?.values() ?? [])].flatMap((state) => dictOf(state) ?? []);

/** The filters that PDF/A allows (ISO 19005-2, 6.1.7.2), by their long names. */
export const ALLOWED_FILTERS: ReadonlySet<string> = new Set(
  "ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode".split(" "),
);

/** Whether PDF/A forbids a filter of a stream (6.1.7.2): LZW, one that encrypts, or a short name. */
const mustRecode = (stream: Stream): boolean =>
  stream.dict.has("F") ||
  asList(get(stream, "Filter")).some((entry) => {
    const name = resolve(entry);
    return name instanceof Name && !ALLOWED_FILTERS.has(name.text);
  });

/**
 * Encodes a stream anew without filters that PDF/A forbids. Data outside of the file are not fetched (6.1.7.1). Data that cannot be
 * decoded stay as they are, and the check refuses them.
 */
const recode = (stream: Stream, budget: Budget): void => {
  const decoded = mustRecode(stream) ? ifReadable(() => decode(stream, budget)) : undefined;
  if (decoded !== undefined) {
    const { data, rest } = decoded;
    const [codec, ...others] = rest;
    if (codec === undefined) setStreamData(stream, deflate(data), "FlateDecode");
    else if (others.length === 0) setStreamData(stream, data, codec.name, codec.parms);
  }
  for (const key of ["FFilter", "FDecodeParms", "DL"]) stream.dict.delete(key);
};

const mendStream = (stream: Stream, budget: Budget): void => {
  const { dict } = stream;
  budget.lend(() => recode(stream, budget));
  const type = nameAt(dict, "Subtype");
  if (type === "PS") replacePostScript(stream);
  else if (type === "Image") mendImage(dict);
  else if (type === "Form" || dict.has("BBox")) mendForm(dict);
};

/** A name that is valid UTF-8 (6.1.8). */
const validName = (name: Name): Name => {
  const bytes = Buffer.from(name.text, "latin1");
  return bytes.toString("utf8").includes("\ufffd") ? new Name(name.text.replace(/[\x80-\xff]/g, "_")) : name;
};

const NAME_KEYS = ["BaseFont", "FontName"];

const mendNames = (dict: Dict): void => {
  for (const key of NAME_KEYS) {
    const name = get(dict, key);
    if (name instanceof Name) dict.set(key, validName(name));
    else if (name instanceof Uint8Array) dict.set(key, new Name(latin1Key(name).replace(/[^!-~]/g, "") || "Font"));
  }
};

/** Mends the configurations of optional content (6.9): each has a name of its own, no automatic states, and lists all groups. */
const mendOptionalContent = (catalog: Dict): void => {
  const properties = dictAt(catalog, "OCProperties");
  if (properties === undefined) return;
  const groups = arrayAt(properties, "OCGs") ?? [];
  const configurations = [properties.get("D"), ...(arrayAt(properties, "Configs") ?? [])].map(dictOf);
  const taken = new Set<string>();
  for (const [at, configuration] of configurations.entries()) {
    if (configuration === undefined) continue;
    configuration.delete("AS");
    const stated = get(configuration, "Name");
    const name = stated instanceof Uint8Array ? textOfString(stated) : "";
    const unused = name !== "" && !taken.has(name) ? name : `Configuration ${at + 1}`;
    taken.add(unused);
    if (unused !== name) configuration.set("Name", textString(unused));
    const order = arrayAt(configuration, "Order");
    if (order !== undefined) configuration.set("Order", completeOrder(order, groups));
  }
};

const completeOrder = (order: Value[], groups: readonly Value[]): Value[] => {
  const listed = new Set<unknown>();
  const waiting: Value[] = [...order];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const direct = resolve(next);
    if (listed.has(direct)) continue;
    if (Array.isArray(direct)) for (const entry of direct) waiting.push(entry);
    if (Array.isArray(direct) || direct instanceof Map) listed.add(direct);
  }
  const missing = groups.filter((group) => !listed.has(dictOf(group)));
  return missing.length === 0 ? order : [...order, ...missing];
};

const isOpenType = (program: Stream, budget: Budget): boolean =>
  plainData(program, budget)?.toString("latin1", 0, 4) === "OTTO";

const FONT_TYPES = /^(?:Type0|Type1|MMType1|Type3|TrueType|CIDFontType[02])$/;

/** Sets the types of fonts and of their descriptors (6.2.11.2). */
const setFontType = (dict: Dict, budget: Budget): void => {
  const isFont = ["BaseFont", "CharProcs", "FontDescriptor"].some((key) => dict.has(key));
  if (isFont && FONT_TYPES.test(nameAt(dict, "Subtype") ?? "")) dict.set("Type", new Name("Font"));
  const descriptor = isFont ? dictAt(dict, "FontDescriptor") : undefined;
  descriptor?.set("Type", new Name("FontDescriptor"));
  if (descriptor !== undefined && !dict.has("BaseFont"))
    dict.set("BaseFont", descriptor.get("FontName") ?? new Name("Font"));
  const program = get(descriptor, "FontFile3");
  if (program instanceof Stream && budget.lend(() => isOpenType(program, budget)))
    program.dict.set("Subtype", new Name("OpenType"));
};

/** Drops the lists of glyphs, which are optional since PDF/A-2 but must be complete (6.2.11.4.2). */
const dropGlyphLists = (dict: Dict): void => {
  if (!dict.has("FontName") && nameAt(dict, "Type") !== "FontDescriptor") return;
  dict.delete("CIDSet");
  dict.delete("CharSet");
};

/** States how CIDs select glyphs in a composite font with TrueType outlines (6.2.11.3.2). */
const mendCompositeFont = (dict: Dict): void => {
  if (nameAt(dict, "Subtype") !== "CIDFontType2" || get(dict, "CIDToGIDMap") !== undefined) return;
  if (isEmbedded(dict)) dict.set("CIDToGIDMap", new Name("Identity"));
};

/** Corrects the form of a language, or removes what is no language (6.7.4). */
const mendLanguage = (dict: Dict): void => {
  const lang = bytesAt(dict, "Lang");
  const text = lang && textOfString(lang);
  if (text === undefined || text === "") return;
  const tag = languageTag(text.replaceAll("\0", ""));
  if (tag === undefined) dict.delete("Lang");
  else if (tag !== text) dict.set("Lang", textString(tag));
};

/** Whether a value is a metadata stream (ISO 32000-2, 14.3.2), and not a resource with the name Metadata. */
const isMetadata = (value: Value | undefined): boolean =>
  value instanceof Stream && (nameAt(value.dict, "Type") === "Metadata" || nameAt(value.dict, "Subtype") === "XML");

/**
 * Changes forbidden entries of dictionaries without any visible effect: filters, proxies, halftones, lists of glyphs, metadata of
 * parts, languages, states of optional content (ISO 19005-2, 6.1, 6.2, 6.7.4, 6.9 to 6.11).
 */
export const mendDictionaries = (catalog: Dict, budget: Budget): void => {
  for (const key of ["Requirements", "NeedsRendering", "SpiderInfo", "Perms"]) catalog.delete(key);
  dictAt(catalog, "Names")?.delete("AlternatePresentations");
  mendLanguage(catalog);
  for (const { value } of reachableObjects(catalog)) {
    if (value instanceof Stream) mendStream(value, budget);
    for (const dict of dictionariesIn([value])) {
      if (dict !== catalog && isMetadata(get(dict, "Metadata"))) dict.delete("Metadata");
      dict.delete("PresSteps");
      if (nameAt(dict, "Type") === "Filespec") dict.delete("EF");
      if (dictAt(dict, "EF") !== undefined && (dict.has("F") || dict.has("UF"))) dict.delete("EF");
      if (arrayAt(dict, "AF") !== undefined || dictAt(dict, "AF") !== undefined) dict.delete("AF");
      setFontType(dict, budget);
      mendNames(dict);
      mendLanguage(dict);
      dropGlyphLists(dict);
      mendCompositeFont(dict);
      for (const state of statesIn(dict)) mendGraphicsState(state);
    }
  }
  mendOptionalContent(catalog);
  const form = dictAt(catalog, "AcroForm");
  if (numberAt(form, "SigFlags") !== undefined) form?.delete("SigFlags");
};
