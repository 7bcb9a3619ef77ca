const SIGNATURE_AT = 36;
const SPACE_AT = 16;
const SPACES: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, CMYK: 4 };
const HEADER_BYTES = 132;

/** The profile, if it is one for pictures of this number of colour components (ICC.1:2004-10, 7.2). */
export const profileFor = (components: number, profile: Buffer | undefined): Buffer | undefined => {
  if (profile === undefined || profile.length < HEADER_BYTES) return undefined;
  if (profile.toString("latin1", SIGNATURE_AT, SIGNATURE_AT + 4) !== "acsp") return undefined;
  return SPACES[profile.toString("latin1", SPACE_AT, SPACE_AT + 4)] === components ? profile : undefined;
};
