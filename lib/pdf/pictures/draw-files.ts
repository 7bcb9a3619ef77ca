import { ServiceError, withField } from "../../errors/service-error.ts";
import { assertOutputSize } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import { PictureFault, type PictureFaultKind, unsupported } from "../../pictures/picture-fault.ts";
import { type PictureKind, pictureKind } from "../../pictures/picture-kind.ts";
import { forEachAtMost } from "../../turns/limit.ts";
import { Stream } from "../objects.ts";
import { openWithBudget } from "../read/open.ts";
import { pageStamp } from "../stamp/page-stamp.ts";
import type { Drawable, ReadPicture } from "./drawable.ts";
import { ColourSpaces } from "./image-object.ts";
import { readPicture } from "./read-picture.ts";

/** A file of pictures. */
export interface DrawnFile {
  readonly bytes: Buffer;
  /** The field of the request that holds it; an error names it. */
  readonly field: string;
  /** Whether it is a page that a browser has printed of an SVG picture. */
  readonly isPrinted: boolean;
}

/** Pictures of all files together. */
const PICTURES_LIMIT = 5000;
const PICTURES_AT_ONCE = 4;
/** The memory of the pixels of pictures that are made at once. A larger picture is made alone. */
const PICTURES_AT_ONCE_BYTES = 300_000_000;

const POINTS_PER_INCH = 72;

const errorOf = ({ fault, message, cause }: PictureFault): ServiceError => {
  const errors: Readonly<Record<PictureFaultKind, () => ServiceError>> = {
    damaged: () =>
      new ServiceError("INVALID_REQUEST", `The picture is damaged: ${message}.`, { reason: "document-damaged", cause }),
    unsupported: () =>
      new ServiceError("UNSUPPORTED_MEDIA_TYPE", `The picture is not supported: ${message}.`, {
        reason: "document-unsupported",
      }),
    "too-large": () =>
      new ServiceError("INVALID_REQUEST", `The picture is too large: ${message}.`, { reason: "document-too-complex" }),
  };
  return errors[fault]();
};

/** Does work on a file; its errors name the field. */
const inFile = async <Result>(field: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw withField(error instanceof PictureFault ? errorOf(error) : error, field);
  }
};

/** The page that a browser has printed of an SVG picture. */
const printedPicture = ({ bytes, field }: DrawnFile): ReadPicture => ({
  memoryBytes: 0,
  make: async () => {
    const { document, budget } = openWithBudget(bytes);
    const [page] = document.pages;
    if (page === undefined) throw new Error("A printed picture has no page.");
    const { form, width, height } = pageStamp(page, field, budget);
    const resolution = { x: POINTS_PER_INCH, y: POINTS_PER_INCH };
    return { object: form, matrix: [1 / width, 0, 0, 1 / height, 0, 0], width, height, resolution, isVector: true };
  },
});

const animated = (number: number): Warning => ({
  code: "animation-left-out",
  message: "The picture moves; only its first picture is in the PDF.",
  place: `file ${number}`,
});

interface Ordered {
  readonly picture: ReadPicture;
  readonly field: string;
}

/** Reads the heads of all files, before the pixels of one are read. */
const readFiles = async (files: readonly DrawnFile[]): Promise<{ ordered: Ordered[]; warnings: Warning[] }> => {
  const ordered: Ordered[] = [];
  const warnings: Warning[] = [];
  for (const [at, file] of files.entries()) {
    await inFile(file.field, async () => {
      const kind: PictureKind | undefined = file.isPrinted ? "svg" : pictureKind(file.bytes);
      if (kind === undefined) throw unsupported("it is of a kind that is not read");
      const read = file.isPrinted
        ? { pictures: [printedPicture(file)], isAnimated: false }
        : await readPicture(file.bytes, kind);
      if (read.isAnimated) warnings.push(animated(at + 1));
      for (const picture of read.pictures) ordered.push({ picture, field: file.field });
      if (ordered.length > PICTURES_LIMIT)
        throw new PictureFault("too-large", `the files have more than ${PICTURES_LIMIT} pictures together`);
    });
  }
  return { ordered, warnings };
};

const bytesOf = ({ object }: Drawable): number => (object.value instanceof Stream ? object.value.data.length : 0);

/** The pictures of files in their order. Throws the error of the first one that cannot be read. */
export const drawFiles = async (
  files: readonly DrawnFile[],
): Promise<{ drawables: Drawable[]; warnings: Warning[] }> => {
  const { ordered, warnings } = await readFiles(files);
  const largest = ordered.reduce((most, { picture }) => Math.max(most, picture.memoryBytes), 1);
  const spaces = new ColourSpaces();
  const drawables: Drawable[] = [];
  let size = 0;
  await forEachAtMost(
    Math.max(1, Math.min(PICTURES_AT_ONCE, Math.floor(PICTURES_AT_ONCE_BYTES / largest))),
    ordered.entries(),
    async ([at, { picture, field }]) => {
      const drawable = await inFile(field, () => picture.make(spaces));
      drawables[at] = drawable;
      size += bytesOf(drawable);
      assertOutputSize(size);
    },
  );
  return { drawables, warnings };
};
