import { get, nameAt, numberAt, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { Name, Stream, type Value } from "../../objects.ts";

/** A colour space: gray, RGB or CMYK with any profile, or a palette over one of them. */
export interface ColourSpace {
  channels: 1 | 3 | 4;
  palette?: { colours: Uint8Array; highest: number };
}

const CHANNELS_BY_NAME: Record<string, 1 | 3 | 4> = {
  DeviceGray: 1,
  G: 1,
  CalGray: 1,
  DeviceRGB: 3,
  RGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};

const paletteOf = ([, base, highest, table]: Value[], budget: Budget): ColourSpace | undefined => {
  const colours = colourSpaceOf(base, budget);
  const entries = resolve(table);
  const bytes = entries instanceof Stream ? plainData(entries, budget) : entries;
  const last = resolve(highest);
  if (colours === undefined || colours.palette !== undefined || !(bytes instanceof Uint8Array)) return undefined;
  return typeof last === "number"
    ? { channels: colours.channels, palette: { colours: bytes, highest: last } }
    : undefined;
};

/** Reads a colour space (ISO 32000-2, 8.6); undefined for an unsupported one: Lab, Separation, DeviceN. */
export const colourSpaceOf = (value: Value | undefined, budget: Budget): ColourSpace | undefined => {
  const space = resolve(value);
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  if (!(family instanceof Name)) return undefined;
  if (Array.isArray(space) && (family.text === "Indexed" || family.text === "I")) return paletteOf(space, budget);
  if (Array.isArray(space) && family.text === "ICCBased") {
    const channels = numberAt(space[1], "N");
    if (nameAt(space[1], "Alternate") === "Lab" || Array.isArray(get(space[1], "Alternate"))) return undefined;
    return channels === 1 || channels === 3 || channels === 4 ? { channels } : undefined;
  }
  const channels = CHANNELS_BY_NAME[family.text];
  return channels === undefined ? undefined : { channels };
};
