/** How much a caller will give up for a small file. */
export type Quality = "low" | "medium" | "high";

/** What a quality means for pictures. Similarities are structural ones (SSIM) of luma at 100 dpi. */
export interface CompressionLevel {
  /** Pictures that stand finer than `slack` times this on the page are brought down to it. */
  dpi: number;
  slack: number;
  /** The least similarity of a picture that JPEG has packed anew. */
  similarity: number;
  /** JPEG qualities that are tried: the first guess, and how far down and up the search goes. */
  jpeg: { first: number; least: number; most: number };
  /** Scanned text pages are split into mask and background; undefined where that is not faithful enough. */
  split: { similarity: number; backgroundDpi: number; jpeg: number } | undefined;
  /** Colours of the palette that drawings and screen shots may be reduced to; 0 keeps all. */
  palette: { colour: number; gray: number } | undefined;
  /** Whether pictures in four inks become RGB: for the screen, not for a press. */
  screen: boolean;
  /** Whether pictures keep their colour spaces, for a document that must not have others. */
  keepsSpaces: boolean;
  /** Whether fonts keep their hints for small sizes on coarse screens. */
  hints: boolean;
}

/** The three levels: for the screen, for reading and office printers, and for print. */
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
    hints: true,
  },
};

/** The level for a document of PDF/A: other colour spaces than its own may be without a profile there. */
export const archivalLevel = (level: CompressionLevel): CompressionLevel => ({
  ...level,
  screen: false,
  keepsSpaces: true,
});
