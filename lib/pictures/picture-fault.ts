/** What is wrong with a picture: it is damaged, of a kind that is not read, or too large. */
export type PictureFaultKind = "damaged" | "unsupported" | "too-large";

/** An error whose message says what is wrong with a stranger's picture: `it ends too early`. */
export class PictureFault extends Error {
  override readonly name = "PictureFault";
  readonly fault: PictureFaultKind;

  constructor(fault: PictureFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

export const damagedPicture = (how: string, cause?: unknown): PictureFault => new PictureFault("damaged", how, cause);

export const unsupported = (what: string): PictureFault => new PictureFault("unsupported", what);

/** The longest side of a picture in pixels. */
const SIDE_LIMIT = 200_000;
/** The pixels that a picture may have: what 32 bits hold for four bytes each. */
export const PIXELS_LIMIT = 268_402_689;
/** The pixels of one whose pixels are bits: a drawing of 34 × 44 inches has 900 million at 600 dpi. */
const BILEVEL_PIXELS_LIMIT = 1_000_000_000;
/** The bytes of the pixels of a picture that must be unpacked as a whole. */
const UNPACKED_LIMIT_BYTES = 400_000_000;

/** Throws for a picture that has no pixels or too many, or of which too many bytes must be unpacked. */
export const assertPixels = (width: number, height: number, unpackedBytesPerPixel = 0, isBilevel = false): void => {
  if (!(width > 0 && height > 0)) throw damagedPicture("it has no pixels");
  const pixels = width * height;
  const most = isBilevel ? BILEVEL_PIXELS_LIMIT : PIXELS_LIMIT;
  if (Math.max(width, height) <= SIDE_LIMIT && pixels <= most && pixels * unpackedBytesPerPixel <= UNPACKED_LIMIT_BYTES)
    return;
  throw new PictureFault("too-large", `it has ${width} × ${height} pixels`);
};
