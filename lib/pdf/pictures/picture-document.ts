import type { Matrix } from "../contents/matrix.ts";
import { printNumber } from "../contents/print.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { setPages } from "../pages.ts";
import { textString } from "../strings.ts";
import type { OutputDocument } from "../write/write.ts";
import type { LaidPage } from "./page-layout.ts";

/** What a document says of itself. */
export interface PictureDocumentProperties {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** A language tag (BCP 47). */
  readonly lang: string | undefined;
}

const LENGTH_DECIMALS = 4;
const MATRIX_DECIMALS = 6;

const rounded = (length: number): number => Number(length.toFixed(LENGTH_DECIMALS));

/** The thin line around a picture, in the space of the unit square that its matrix fills. */
const frameOf = ({ width, height }: { readonly width: number; readonly height: number }, matrix: Matrix): string => {
  const [a, , , d, e, f] = matrix;
  return `q 0.5 w ${[e, f, width * a, height * d].map((number) => printNumber(number, LENGTH_DECIMALS)).join(" ")} re S Q\n`;
};

/** A page with pictures in their places; `isFramed` draws a line around each. */
export const sheetOf = ({ width, height, placed }: LaidPage, isFramed = false): Ref => {
  const names = new Map<Ref, string>();
  const lines = placed.map(({ drawable, matrix }) => {
    const { object } = drawable;
    const name = names.get(object) ?? `Im${names.size}`;
    names.set(object, name);
    const frame = isFramed ? frameOf(drawable, matrix) : "";
    return `q ${matrix.map((number) => printNumber(number, MATRIX_DECIMALS)).join(" ")} cm /${name} Do Q\n${frame}`;
  });
  const objects: Dict = new Map([...names].map(([ref, name]) => [name, ref]));
  return new Ref(
    makeDict({
      Type: new Name("Page"),
      MediaBox: [0, 0, rounded(width), rounded(height)],
      Resources: makeDict({ XObject: objects }),
      Contents: new Ref(new Stream(new Map(), Buffer.from(lines.join(""), "latin1"))),
    }),
  );
};

/** A document of pages with pictures. */
export const pictureDocument = (
  pages: readonly LaidPage[],
  { title, author, lang }: PictureDocumentProperties,
): OutputDocument => {
  const catalog: Dict = makeDict({ Type: new Name("Catalog") });
  setPages(
    catalog,
    pages.map((page) => sheetOf(page)),
  );
  if (lang !== undefined) catalog.set("Lang", textString(lang));
  const info: Dict = new Map();
  if (title !== undefined) {
    info.set("Title", textString(title));
    catalog.set("ViewerPreferences", makeDict({ DisplayDocTitle: true }));
  }
  if (author !== undefined) info.set("Author", textString(author));
  info.set("Producer", textString("Platen"));
  return { catalog, info, version: "1.5", warnings: [] };
};
