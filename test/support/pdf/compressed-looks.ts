import { execFileSync } from "node:child_process";
import type { DrawnPage } from "../../../lib/pdf/proof/draw.ts";
import { drawnPage } from "../../../lib/pdf/proof/packed-page.ts";
import { differenceOf } from "../../../lib/pdf/proof/page-difference.ts";
import type { PictureDifference } from "../../../lib/pdf/proof/picture-difference.ts";
import type { PicturePlace } from "../../../lib/pdf/proof/picture-places.ts";
import { Renderer } from "../../../lib/pdf/proof/renderer.ts";
import { type Picture, render } from "./render.ts";

/** The number of pages of a file that are compared. */
const COMPARED_PAGES = 30;
/** The allowed difference of blocks outside of pictures, in steps of 255. */
const DRAWN_LIMIT = 8;
/** The allowed differences of pictures. Poppler draws smaller pictures in another way than the proof sees them, noise above all. */
const PICTURE_LIMITS: Record<"PDFium" | "poppler", PictureDifference> = {
  PDFium: { colour: 20, mean: 8, shape: 12 },
  poppler: { colour: 32, mean: 8, shape: 18 },
};

const renderer = new Renderer();

const placesOf = async (bytes: Uint8Array): Promise<Map<number, DrawnPage>> => {
  const pages = new Map<number, DrawnPage>();
  await renderer.draw({
    bytes,
    pages: Array.from({ length: COMPARED_PAGES }, (_, index) => index),
    packs: false,
    processorTimeMs: 60_000,
    opened: () => {},
    page: ({ index, drawn }) => {
      if (drawn !== undefined) pages.set(index, drawnPage(drawn));
      return true;
    },
  });
  return pages;
};

/** A page image of poppler in the form of one of PDFium, with the places of pictures that PDFium found. */
const asDrawn = ({ width, height, pixels }: Picture, seen: DrawnPage | undefined): DrawnPage => {
  const scale = seen === undefined ? 1 : width / seen.width;
  const pictures = (seen?.pictures ?? []).map(
    ({ left, top, right, bottom, pictures }): PicturePlace => ({
      pictures,
      left: Math.max(0, Math.floor(left * scale) - 2),
      top: Math.max(0, Math.floor(top * scale) - 2),
      right: Math.min(width, Math.ceil(right * scale) + 2),
      bottom: Math.min(height, Math.ceil(bottom * scale) + 2),
    }),
  );
  const packed = Int32Array.from(
    { length: width * height },
    (_, at) => 0xff000000 + pixels[3 * at]! * 65_536 + pixels[3 * at + 1]! * 256 + pixels[3 * at + 2]!,
  );
  return { width, height, pixels: packed, text: "", pictures };
};

const isApart = (program: keyof typeof PICTURE_LIMITS, before: DrawnPage, after: DrawnPage | undefined): boolean => {
  if (after === undefined || before.width !== after.width || before.height !== after.height) return true;
  const { drawn, pictures } = differenceOf(before, after, true);
  const { colour, mean, shape } = PICTURE_LIMITS[program];
  const isOver = (one: PictureDifference) => one.colour > colour || one.mean > mean || one.shape > shape;
  return drawn > DRAWN_LIMIT || pictures.some(isOver);
};

/** All characters, sorted, because the order of rotated or overlapping lines in poppler depends on their exact places. */
const characters = (path: string): string => {
  try {
    const text = execFileSync("pdftotext", [path, "-"], { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1e9 });
    return [...text.toString().replace(/\s/g, "")].sort().join("");
  } catch {
    return "";
  }
};

/** The differences of a compressed file from its original, for each program that compares them. */
export const faultsOf = async (
  before: { path: string; bytes: Uint8Array },
  after: typeof before,
): Promise<string[]> => {
  const faults: string[] = [];
  const [first, second] = [await placesOf(before.bytes), await placesOf(after.bytes)];
  if ([...first].some(([index, page]) => isApart("PDFium", page, second.get(index)))) faults.push("PDFium");
  const [one, other] = [
    await render(before.path, 72, false, COMPARED_PAGES),
    await render(after.path, 72, false, COMPARED_PAGES),
  ];
  const drawn = other.map((page) => asDrawn(page, undefined));
  if (one.some((page, index) => isApart("poppler", asDrawn(page, first.get(index)), drawn[index])))
    faults.push("poppler");
  if (characters(before.path) !== characters(after.path)) faults.push("text");
  if (after.bytes.length > before.bytes.length) faults.push("larger");
  return faults;
};
