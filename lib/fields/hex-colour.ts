/** Red, green, blue and opacity, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** The colour of a hexadecimal notation of CSS (CSS Color 4, 5.2); undefined for another text. */
export const parseHexColour = (source: string): Colour | undefined => {
  if (!HEX.test(source)) return undefined;
  const digits = [...source.slice(1)];
  const pairs = digits.length < 6 ? digits.map((digit) => digit + digit) : (source.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, opacity = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue, opacity];
};
