import { rawPdf, rawStream } from "../../test/support/pdf/raw.ts";

const PAGE_COUNT = 100;

/** A document that is being made: its objects and the numbers of its pages. */
class Draft {
  readonly objects: string[] = ["", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"];

  /** Adds an object. Returns its number. */
  add(body = ""): number {
    return this.objects.push(body);
  }

  put(number: number, body: string): void {
    this.objects[number - 1] = body;
  }

  page(content: string, more = ""): number {
    const stream = this.add(rawStream(content));
    return this.add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${stream} 0 R${more}>>`,
    );
  }

  finished(pages: readonly number[], catalog: string): Buffer {
    this.put(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`);
    this.put(2, `<</Type/Pages/Count ${pages.length}/Kids[${refs(pages)}]>>`);
    return rawPdf(this.objects);
  }
}

const refs = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(" ");

/** One tag for each word, as some programs write them. */
const tags = (count: number): Buffer => {
  const draft = new Draft();
  const root = draft.add();
  const tops: number[] = [];
  const parents: string[] = [];
  const pages = Array.from({ length: PAGE_COUNT }, (_, index) => {
    const words = Array.from({ length: count / PAGE_COUNT }, (_, word) => `/P<</MCID ${word}>>BDC (w${word}) Tj EMC`);
    const page = draft.page(`BT /F 4 Tf 10 780 Td 5 TL\n${words.join("\n")} ET`, `/StructParents ${index}`);
    const top = draft.add();
    tops.push(top);
    const kids = words.map((_, word) => draft.add(`<</Type/StructElem/S/P/P ${top} 0 R/Pg ${page} 0 R/K ${word}>>`));
    draft.put(top, `<</Type/StructElem/S/Sect/P ${root} 0 R/K[${refs(kids)}]>>`);
    parents.push(`${index}[${refs(kids)}]`);
    return page;
  });
  draft.put(root, `<</Type/StructTreeRoot/K[${refs(tops)}]/ParentTree<</Nums[${parents.join(" ")}]>>>>`);
  return draft.finished(pages, `/MarkInfo<</Marked true>>/StructTreeRoot ${root} 0 R`);
};

/** Links from page to page. */
const links = (count: number): Buffer => {
  const draft = new Draft();
  const pages = Array.from({ length: PAGE_COUNT }, (_, index) =>
    draft.page(`BT /F 24 Tf 90 700 Td (Page ${index}) Tj ET`),
  );
  for (const page of pages) {
    const own = Array.from({ length: count / PAGE_COUNT }, (_, link) =>
      draft.add(
        `<</Type/Annot/Subtype/Link/Rect[${link} 10 ${link + 9} 20]/Dest[${pages[link % PAGE_COUNT]} 0 R/Fit]>>`,
      ),
    );
    draft.put(page, draft.objects[page - 1]!.replace(/>>$/, `/Annots[${refs(own)}]>>`));
  }
  return draft.finished(pages, "");
};

/** Bookmarks, half as many as objects, each with a named destination. */
const bookmarks = (count: number): Buffer => {
  const draft = new Draft();
  const pages = Array.from({ length: PAGE_COUNT }, (_, index) =>
    draft.page(`BT /F 24 Tf 90 700 Td (Page ${index}) Tj ET`),
  );
  const outline = draft.add();
  const first = draft.objects.length + 1;
  const names: string[] = [];
  for (let at = 0; at < count / 2; at++) {
    const name = `(d${String(at).padStart(7, "0")})`;
    const siblings = `${at > 0 ? `/Prev ${first + 2 * at - 2} 0 R` : ""}${at + 1 < count / 2 ? `/Next ${first + 2 * at + 2} 0 R` : ""}`;
    draft.add(`<</Title(Chapter ${at})/Parent ${outline} 0 R${siblings}/Dest${name}>>`);
    names.push(`${name}${draft.add(`<</D[${pages[at % PAGE_COUNT]} 0 R/Fit]>>`)} 0 R`);
  }
  draft.put(outline, `<</First ${first} 0 R/Last ${first + count - 2} 0 R/Count ${count / 2}>>`);
  return draft.finished(pages, `/Outlines ${outline} 0 R/Names<</Dests<</Names[${names.join(" ")}]>>>>`);
};

/** Functions that make a file of about `count` objects, by the kind of object. */
export const MANY_OBJECTS: Record<string, (count: number) => Buffer> = { tags, links, bookmarks };
