import { type Matrix, multiply } from "../contents/matrix.ts";
import type { Drawable } from "./drawable.ts";

/** How pictures lie on pages. Lengths are points. */
export interface PageLayout {
  /** The paper in portrait; without one each page has the size of its picture. */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  /** Whether the paper is turned; if it is not given, it turns with each picture that has a page to itself. */
  readonly landscape: boolean | undefined;
  readonly margins: Readonly<Record<"top" | "right" | "bottom" | "left", number>>;
  /** Pixels per inch, for all pictures; by default each has the resolution that it states. */
  readonly dpi: number | undefined;
  /** Pictures on a page. */
  readonly perPage: number;
}

/** A picture in its place. */
interface Placed {
  readonly drawable: Drawable;
  readonly matrix: Matrix;
}

/** A page that is laid out. */
export interface LaidPage {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
}

const INCH_POINTS = 72;
/** The longest side of a page (ISO 32000-2, annex C.2). */
const LONGEST_SIDE = 14_400;
const SHORTEST_SIDE = 3;
/** The distance between the pictures of a page. */
const GAP = 12;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture in points. */
const sizeOf = ({ width, height, resolution, isVector }: Drawable, dpi: number | undefined): Size => {
  const { x, y } = dpi === undefined || isVector ? resolution : { x: dpi, y: dpi };
  return { width: (width * INCH_POINTS) / x, height: (height * INCH_POINTS) / y };
};

const scaled = ({ width, height }: Size, factor: number): Size => ({ width: width * factor, height: height * factor });

/** The picture of this size, in the middle of an area. */
const centred = (drawable: Drawable, size: Size, area: Size & { readonly x: number; readonly y: number }): Placed => {
  const x = area.x + (area.width - size.width) / 2;
  const y = area.y + (area.height - size.height) / 2;
  return { drawable, matrix: multiply(drawable.matrix, [size.width, 0, 0, size.height, x, y]) };
};

/** A page that has the size of its picture, and the margins around it. */
const fittedPage = (drawable: Drawable, { margins, dpi }: PageLayout): LaidPage => {
  const { top, right, bottom, left } = margins;
  const full = sizeOf(drawable, dpi);
  const room = { width: LONGEST_SIDE - left - right, height: LONGEST_SIDE - top - bottom };
  const size = scaled(full, Math.min(1, room.width / full.width, room.height / full.height));
  const page = {
    width: Math.max(SHORTEST_SIDE, size.width + left + right),
    height: Math.max(SHORTEST_SIDE, size.height + top + bottom),
  };
  const area = { x: left, y: bottom, width: page.width - left - right, height: page.height - top - bottom };
  return { ...page, placed: [centred(drawable, size, area)] };
};

/** Columns and rows of a number of pictures on a page: more of them along its longer side. */
const gridOf = (perPage: number, isWide: boolean): { columns: number; rows: number } => {
  let short = Math.floor(Math.sqrt(perPage));
  while (perPage % short !== 0) short--;
  const long = perPage / short;
  return isWide ? { columns: long, rows: short } : { columns: short, rows: long };
};

/** A sheet of paper with several pictures, or with one. */
const sheet = (drawables: readonly Drawable[], paper: Size, layout: PageLayout): LaidPage => {
  const { margins, dpi, perPage } = layout;
  const [first] = drawables;
  const natural = first && sizeOf(first, dpi);
  const turnsWithPicture = perPage === 1 && natural !== undefined && natural.width > natural.height;
  const isWide = layout.landscape ?? turnsWithPicture;
  const page = isWide ? { width: paper.height, height: paper.width } : paper;
  const { columns, rows } = gridOf(perPage, page.width > page.height);
  const cell = {
    width: (page.width - margins.left - margins.right - (columns - 1) * GAP) / columns,
    height: (page.height - margins.top - margins.bottom - (rows - 1) * GAP) / rows,
  };
  const placed = drawables.map((drawable, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const full = sizeOf(drawable, dpi);
    const most = Math.min(cell.width / full.width, cell.height / full.height);
    // A picture whose resolution is asked for is not enlarged.
    const size = scaled(full, dpi === undefined ? most : Math.min(1, most));
    const x = margins.left + column * (cell.width + GAP);
    const y = page.height - margins.top - (row + 1) * cell.height - row * GAP;
    return centred(drawable, size, { x, y, ...cell });
  });
  return { ...page, placed };
};

/** Lays pictures out on pages, in their order. */
export const layOut = (drawables: readonly Drawable[], layout: PageLayout): LaidPage[] => {
  const { paper, perPage } = layout;
  if (paper === undefined) return drawables.map((drawable) => fittedPage(drawable, layout));
  const groups = Array.from({ length: Math.ceil(drawables.length / perPage) }, (_, at) =>
    drawables.slice(at * perPage, (at + 1) * perPage),
  );
  return groups.map((group) => sheet(group, paper, layout));
};

/** Whether the margins leave each picture of a page some room on a paper, however that may be turned. */
export const hasRoom = (
  { width, height }: Size,
  { margins, perPage, landscape }: Pick<PageLayout, "margins" | "perPage" | "landscape">,
): boolean => {
  const turns = landscape === undefined && perPage === 1 ? [false, true] : [landscape ?? false];
  return turns.every((isTurned) => {
    const page = isTurned ? { width: height, height: width } : { width, height };
    const { columns, rows } = gridOf(perPage, page.width > page.height);
    const across = page.width - margins.left - margins.right - (columns - 1) * GAP;
    const down = page.height - margins.top - margins.bottom - (rows - 1) * GAP;
    return across > columns && down > rows;
  });
};
