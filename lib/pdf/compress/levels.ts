import type { PictureLimits } from "../proof/proof.ts";

export type Quality = "low" | "medium" | "high";

/** The settings of a quality. Similarities are structural similarities (SSIM) of luma at 100 dpi. */
export interface CompressionLevel {
  /** Pictures with more than `slack` times this resolution on the page are scaled down to it. */
  dpi: number;
  slack: number;
  /** The minimum similarity of a picture that is encoded as JPEG. */
  similarity: number;
  /** JPEG qualities: the first attempt, and the bounds of the search; and whether each pixel keeps its own chroma. */
  jpeg: { first: number; least: number; most: number; keepsChroma?: boolean };
  /** Settings for splitting scanned text pages into layers; undefined if that is not faithful enough. */
  split: { similarity: number; backgroundDpi: number; jpeg: number } | undefined;
  /** Palette sizes for drawings and screenshots; undefined keeps all colours. */
  palette: { colour: number; gray: number } | undefined;
  /** Whether CMYK pictures become RGB, for screens and not for a press. */
  screen: boolean;
  keepsSpaces: boolean;
  /** The allowed differences of pictures in the proof. */
  difference: PictureLimits;
  /** Whether fonts keep their hints for small sizes on low-resolution screens. */
  hints: boolean;
}

/** The settings of the qualities: for screens, for reading and office printers, and for print. */
export const LEVELS: Record<Quality, CompressionLevel> = {
  low: {
    dpi: 100,
    slack: 1.2,
    similarity: 0.958,
    jpeg: { first: 48, least: 25, most: 72 },
    split: { similarity: 0.93, backgroundDpi: 50, jpeg: 45 },
    palette: { colour: 64, gray: 8 },
    screen: true,
    keepsSpaces: false,
    difference: { colour: 9, mean: 5, shape: 8 },
    hints: false,
  },
  medium: {
    dpi: 150,
    slack: 1.25,
    similarity: 0.978,
    jpeg: { first: 62, least: 40, most: 85 },
    split: { similarity: 0.955, backgroundDpi: 100, jpeg: 45 },
    palette: { colour: 64, gray: 16 },
    screen: true,
    keepsSpaces: false,
    difference: { colour: 8, mean: 4, shape: 5 },
    hints: true,
  },
  high: {
    dpi: 300,
    slack: 1.2,
    similarity: 0.992,
    jpeg: { first: 80, least: 65, most: 92 },
    split: undefined,
    palette: undefined,
    screen: false,
    keepsSpaces: false,
    difference: { colour: 7, mean: 2.5, shape: 2.5 },
    hints: true,
  },
};

/** The settings for a PDF/A document, in which another colour space may lack its required output intent. */
export const archivalLevel = (level: CompressionLevel): CompressionLevel => ({
  ...level,
  screen: false,
  keepsSpaces: true,
});

/**
 * The settings for a picture that a level does not keep well enough, one after the other: with the chroma of each pixel
 * if the picture has lost it, and then at the higher qualities.
 */
export const finerLevels = (level: CompressionLevel, sharesChroma: boolean): CompressionLevel[] => {
  const { dpi, screen, keepsSpaces, difference } = level;
  const higher = Object.values(LEVELS).filter((other) => other.dpi > dpi);
  return [...(sharesChroma ? [level] : []), ...higher].map(({ jpeg, ...other }) => ({
    ...other,
    jpeg: { ...jpeg, keepsChroma: true },
    screen,
    keepsSpaces,
    difference,
    split: undefined,
  }));
};
