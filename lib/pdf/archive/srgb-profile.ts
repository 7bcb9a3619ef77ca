import { iccElement, iccFixed, iccProfile, iccText, iccXyz } from "./icc.ts";

/** The primaries of sRGB adapted to the illuminant D50 (IEC 61966-2-1), as XYZ. */
const RED = [0.436066, 0.222488, 0.013916];
const GREEN = [0.385147, 0.716873, 0.097076];
const BLUE = [0.143066, 0.060608, 0.714096];
/** The Bradford matrix from D65 to D50. */
const D65_TO_D50 = [1.047882, 0.022919, -0.050201, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678];
/** The transfer function of sRGB: (aX + b)^g from d on, below it cX; in the order g, a, b, c, d. */
const TRANSFER = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const TRANSFER_FUNCTION_TYPE = 3;

const NAME = "sRGB IEC61966-2.1";

const makeProfile = (): Buffer => {
  const transfer = iccElement("para", Buffer.from([0, TRANSFER_FUNCTION_TYPE, 0, 0]), iccFixed(TRANSFER));
  return iccProfile("mntrRGB XYZ ", [
    ["desc", iccText(NAME)],
    ["chad", iccElement("sf32", iccFixed(D65_TO_D50))],
    ["rXYZ", iccXyz(RED)],
    ["gXYZ", iccXyz(GREEN)],
    ["bXYZ", iccXyz(BLUE)],
    ["rTRC", transfer],
    ["gTRC", transfer],
    ["bTRC", transfer],
  ]);
};

/** The name of the colour space in the ICC's registry. */
export const SRGB_NAME = NAME;

/** An ICC profile (version 4.2) of the colour space sRGB for displays. */
export const SRGB_PROFILE: Buffer = makeProfile();
