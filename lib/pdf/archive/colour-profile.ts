/** Offsets in a profile's header (ICC.1:2004-10, 7.2). */
const [VERSION, CLASS, COLOUR_SPACE] = [8, 12, 16];
const LAST_VERSION = 4;
const CLASSES = new Set(["scnr", "mntr", "prtr", "spac"]);
const INTENT_CLASSES = new Set(["mntr", "prtr"]);
const COMPONENTS: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, "Lab ": 3, CMYK: 4 };

/** Whether PDF/A allows a colour profile with this number of components (ISO 19005-2, 6.2.4.2; as an output intent, 6.2.3). */
export const isAllowedProfile = (profile: Buffer, components: number | undefined, isIntent = false): boolean =>
  profile.length > COLOUR_SPACE + 4 &&
  profile.readUInt8(VERSION) <= LAST_VERSION &&
  (isIntent ? INTENT_CLASSES : CLASSES).has(profile.toString("latin1", CLASS, CLASS + 4)) &&
  COMPONENTS[profile.toString("latin1", COLOUR_SPACE, COLOUR_SPACE + 4)] === components;
