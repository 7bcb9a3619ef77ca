import { arrayAt, dictAt, dictOf, numberAt, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { reachableObjects, valuesIn } from "../../reachable-objects.ts";
import type { Document } from "../../read/open.ts";
import { textString } from "../../strings.ts";
import { isAllowedProfile } from "../colour-profile.ts";
import { outputIntent } from "../identification.ts";
import { SRGB_PROFILE } from "../srgb-profile.ts";
import { CMYK_NAME, cmykProfile } from "./cmyk-profile.ts";
import type { ContentFacts } from "./content-facts.ts";

/** The bytes of a profile's header that name its colour space (ICC.1:2004-10, 7.2). */
const COLOUR_SPACE = [16, 20] as const;

/** The CMYK profile in an output intent of a document. */
const ownPrintProfile = (catalog: Dict, budget: Budget): Ref | undefined => {
  for (const intent of arrayAt(catalog, "OutputIntents") ?? []) {
    const reference = dictOf(intent)?.get("DestOutputProfile");
    const stream = resolve(reference);
    if (!(reference instanceof Ref) || !(stream instanceof Stream)) continue;
    const profile = budget.lend(() => plainData(stream, budget));
    const isPrint = profile?.toString("latin1", ...COLOUR_SPACE) === "CMYK";
    if (profile !== undefined && isPrint && isAllowedProfile(profile, numberAt(stream, "N"), true)) return reference;
  }
  return undefined;
};

const profileStream = (profile: Buffer, components: number): Ref =>
  new Ref(new Stream(makeDict({ N: components }), profile));

const isRgb = (value: Value | undefined): boolean => {
  const direct = resolve(value);
  return direct instanceof Name && direct.text === "DeviceRGB";
};

/** The families of colour spaces that are based on another colour space. */
const DERIVED = new Set(["Indexed", "I", "Separation", "DeviceN", "Pattern"]);

/** Replaces DeviceRGB by a defined colour space in dictionaries and other colour spaces. */
const replaceRgb = (value: Value, space: Value): void => {
  for (const inner of valuesIn(value)) {
    if (inner instanceof Map) for (const key of ["ColorSpace", "CS"]) if (isRgb(inner.get(key))) inner.set(key, space);
    if (!Array.isArray(inner)) continue;
    const family = resolve(inner[0]);
    if (!(family instanceof Name && DERIVED.has(family.text))) continue;
    for (const [at, entry] of inner.entries()) if (at > 0 && isRgb(entry)) inner[at] = space;
  }
};

/** Sets DefaultRGB in all resources of a document (ISO 32000-2, 8.6.5.6). */
const setDefaultRgb = (document: Document): void => {
  const space: Value = new Ref([new Name("ICCBased"), profileStream(SRGB_PROFILE, 3)]);
  for (const { value } of reachableObjects([document.catalog, ...document.pages])) {
    const holder = value instanceof Stream ? value.dict : value;
    if (holder instanceof Map || Array.isArray(holder)) replaceRgb(holder, space);
    const resources = holder instanceof Map ? dictAt(holder, "Resources") : undefined;
    if (resources === undefined) continue;
    const spaces = new Map(dictAt(resources, "ColorSpace"));
    if (!spaces.has("DefaultRGB")) resources.set("ColorSpace", spaces.set("DefaultRGB", space));
  }
};

const printIntent = (profile: Value, subtype: "GTS_PDFA1" | "GTS_PDFX"): Dict =>
  makeDict({
    Type: new Name("OutputIntent"),
    S: new Name(subtype),
    OutputConditionIdentifier: textString("Custom"),
    Info: textString(CMYK_NAME),
    DestOutputProfile: profile,
  });

/**
 * The output intents of a document by the device colours that it uses (ISO 19005-2, 6.2.3 and 6.2.4.3): sRGB, or a print profile if
 * it uses CMYK. Beside a print profile, its RGB colours are defined as sRGB.
 *
 * Poppler shows defined colours as they would be printed, hence duller, if a file has exactly one output intent. A print profile is
 * therefore stated twice, unless the document was shown that way before.
 */
export const intentsFor = (document: Document, facts: ContentFacts, budget: Budget): Dict[] => {
  if (!facts.usesCmyk) return [outputIntent()];
  if (facts.usesRgb) setDefaultRgb(document);
  const own = ownPrintProfile(document.catalog, budget);
  const profile = own ?? profileStream(cmykProfile(), 4);
  const isShownAsPrinted = own !== undefined && arrayAt(document.catalog, "OutputIntents")?.length === 1;
  const intent = printIntent(profile, "GTS_PDFA1");
  return isShownAsPrinted && !facts.usesRgb ? [intent] : [intent, printIntent(profile, "GTS_PDFX")];
};

/** The alternate colour space by the number of components. */
const DEVICES: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

const mendArray = (array: Value[], budget: Budget): void => {
  const family = resolve(array[0]);
  const stream = resolve(array[1]);
  if (!(family instanceof Name) || family.text !== "ICCBased" || !(stream instanceof Stream)) return;
  const components = numberAt(stream, "N") ?? 0;
  const profile = budget.lend(() => plainData(stream, budget));
  if (profile !== undefined && isAllowedProfile(profile, components)) return;
  const device = DEVICES[components];
  if (device !== undefined) array.splice(0, array.length, new Name(device));
};

/** Replaces profiles that PDF/A forbids by device colours, as readers do that cannot read them (ISO 19005-2, 6.2.4.2). */
export const mendProfiles = ({ catalog, pages }: Document, budget: Budget): void => {
  for (const { value } of reachableObjects([catalog, ...pages])) {
    for (const inner of valuesIn(value)) {
      budget.spendValues(1);
      if (Array.isArray(inner)) mendArray(inner, budget);
    }
  }
};
