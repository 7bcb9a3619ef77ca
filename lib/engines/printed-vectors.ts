import { ServiceError, withField } from "../errors/service-error.ts";
import { pictureKind } from "../pictures/picture-kind.ts";
import { forEachAtMost } from "../turns/limit.ts";
import type { PictureFile } from "./image-to-pdf.ts";
import { pictureToPdf } from "./picture-to-pdf.ts";

/** The SVG pictures of a request that are printed at the same time. */
const PRINTED_AT_ONCE = 2;

/** An SVG picture as a browser prints it; every error names its field. */
const printed = async (bytes: Uint8Array, field: string, signal: AbortSignal): Promise<Uint8Array> => {
  try {
    return await pictureToPdf(bytes, field, signal);
  } catch (error) {
    throw error instanceof ServiceError && error.message.startsWith(field) ? error : withField(error, field);
  }
};

/** The parts `files` for `imageToPdf`: SVG files become PDFs of one page. */
export const printedVectors = async (
  files: readonly { readonly bytes: Buffer }[],
  signal: AbortSignal,
): Promise<PictureFile[]> => {
  const taken = files.map(({ bytes }, at): PictureFile => ({ bytes, field: `files.${at}`, isPrinted: false }));
  const vectors = files.flatMap(({ bytes }, at) => (pictureKind(bytes) === "svg" ? [{ bytes, at }] : []));
  await forEachAtMost(PRINTED_AT_ONCE, vectors, async ({ bytes, at }) => {
    const field = `files.${at}`;
    taken[at] = { bytes: await printed(bytes, field, signal), field, isPrinted: true };
  });
  return taken;
};
