import { numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { Name, Stream, type Value } from "../objects.ts";

/** What a picture has against ISO 19005-2, 6.2.4.2, as the end of a sentence. */
const OTHER_PROFILE = "a picture in it has a colour profile that PDF/A does not take";

/** Offsets in a profile's header (ICC.1:2004-10, 7.2). */
const [VERSION, CLASS, COLOUR_SPACE] = [8, 12, 16];
const LAST_VERSION = 4;
const CLASSES = new Set(["scnr", "mntr", "prtr", "spac"]);
const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, "Lab ": 3, CMYK: 4 };

const isTaken = (profile: Buffer, components: number | undefined): boolean =>
  profile.length > COLOUR_SPACE + 4 &&
  profile[VERSION]! <= LAST_VERSION &&
  CLASSES.has(profile.toString("latin1", CLASS, CLASS + 4)) &&
  COMPONENTS[profile.toString("latin1", COLOUR_SPACE, COLOUR_SPACE + 4)] === components;

/** The fault of an array that may be an ICCBased colour space (ISO 32000-2, 8.6.5.5); undefined where there is none. */
export const profileFault = (array: readonly Value[], budget: Budget): string | undefined => {
  const [family, reference] = array;
  if (!(family instanceof Name) || family.text !== "ICCBased") return undefined;
  const stream = resolve(reference);
  if (!(stream instanceof Stream)) return OTHER_PROFILE;
  const profile = budget.lend(() => plainData(stream, budget));
  return profile !== undefined && isTaken(profile, numberAt(stream, "N")) ? undefined : OTHER_PROFILE;
};
