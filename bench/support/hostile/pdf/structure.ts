import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, list, PAGE, TWO_PAGES } from "./file.ts";

const OBJECT_COUNT = 5000;
const LONG = "x".repeat(300_000);
/** Counts the files, so that no two of them are equal. */
let made = 0;
/** Two pages, and these entries of the catalog; the objects 5 and on follow. */
const withCatalog = (entries: string, ...objects: string[]) =>
  rawPdf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, TWO_PAGES, PAGE, PAGE, ...objects]);
const many = (item: (index: number) => string, count = OBJECT_COUNT) =>
  Array.from({ length: count }, (_, index) => item(index));
/** References to the objects from 5 or a later one on. */
const refs = (count = OBJECT_COUNT, first = 5) => list(count, (index) => `${first + index} 0 R`, " ");
/** Many pages below one node. */
const pages = (count: number, node: string, page: string, ...objects: string[]) =>
  rawPdf([
    CATALOG,
    `<</Type/Pages/Count ${count}${node}/Kids[${refs(count, 3 + objects.length)}]>>`,
    ...objects,
    ...many(() => `<</Type/Page/Parent 2 0 R${page}>>`, count),
  ]);

/** Files whose document structure does harm. */
export const structureBombs: Readonly<Record<string, () => Buffer>> = {
  "pages that share a list of annotations": () =>
    pages(OBJECT_COUNT, "", "/Annots 3 0 R", `[${"4 0 R ".repeat(60_000)}]`, "<</Subtype/Link/Dest[5 0 R/Fit]>>"),
  "pages that inherit large resources": () =>
    pages(OBJECT_COUNT, `/Resources<<${list(30_000, (index) => `/K${index} 1`)}>>/MediaBox[0 0 9 9]`, ""),
  "pages with a media box of 100,000 numbers": () =>
    pages(OBJECT_COUNT, "", "/MediaBox 3 0 R", `[${"1 ".repeat(200_000)}]`),
  "a large page a million times": () =>
    rawPdf([CATALOG, `<</Type/Pages/Kids[${"3 0 R ".repeat(100_000)}]>>`, `<</Type/Page/A[${"1 ".repeat(150_000)}]>>`]),
  "a page tree that doubles at every level": () =>
    rawPdf([CATALOG, ...many((level) => `<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]>>`, 40), PAGE]),
  "a page tree of 15,000 levels": () =>
    rawPdf([CATALOG, ...many((level) => `<</Type/Pages/Kids[${level + 3} 0 R]>>`, 15_000), PAGE]),
  "a page tree in circles": () => rawPdf([CATALOG, "<</Kids[2 0 R 3 0 R]>>", `<</Kids[${"2 0 R ".repeat(150_000)}]>>`]),
  "pages that share content": () =>
    pages(
      OBJECT_COUNT,
      "/Resources<</XObject<</A 4 0 R>>>>",
      "/Contents 3 0 R",
      rawStream("/A Do ".repeat(60_000)),
      "null",
    ),
  "bookmarks that share a chain": () =>
    withCatalog(
      "/Outlines<</First 5 0 R>>",
      ...many((index) => `<</Title(a)/First 5 0 R/Next ${index + 6} 0 R/Dest[3 0 R/Fit]>>`),
    ),
  "bookmarks of 15,000 levels": () =>
    withCatalog("/Outlines<</First 5 0 R>>", ...many((index) => `<</Title(a)/First ${index + 6} 0 R>>`, 15_000)),
  "a name tree whose nodes share their kids": () =>
    withCatalog(
      "/Names<</Dests 5 0 R>>",
      "<</Kids 6 0 R>>",
      `[${refs(OBJECT_COUNT, 7)}]`,
      ...many(() => "<</Kids 6 0 R>>"),
    ),
  "a name tree whose nodes share their names": () =>
    withCatalog(
      "/Names<</Dests 5 0 R>>",
      `<</Kids[${refs(OBJECT_COUNT, 7)}]>>`,
      `[${"(a)[3 0 R/Fit]".repeat(20_000)}]`,
      ...many(() => "<</Names 6 0 R>>"),
    ),
  "names that share a long destination": () =>
    withCatalog(
      `/Names<</Dests<</Names[${list(20_000, (index) => `(n${index})5 0 R`)}]>>>>`,
      `[0/Fit ${"1 ".repeat(100_000)}]`,
    ),
  "names that clash": () => withCatalog(`/Names<</Dests<</Names[${list(40_000, (index) => `(n~${index})null`)}]>>>>`),
  "links to a destination with a long name": () =>
    withCatalog(
      `/Dests<</${LONG} [3 0 R/Fit]>>/All[${refs(OBJECT_COUNT, 6)}]`,
      `(${LONG})`,
      ...many(() => "<</Subtype/Link/Dest 5 0 R>>"),
    ),
  "fields of one name": () => withCatalog(`/AcroForm<</Fields[${"<</T(a)>>".repeat(60_000)}]>>`),
  "fields that share a long name": () =>
    withCatalog(`/AcroForm<</Fields[${"<</T 5 0 R>>".repeat(20_000)}]>>`, `(${LONG})`),
  "fields that share their kids": () =>
    withCatalog(
      "/AcroForm<</Fields 5 0 R>>",
      `[${refs(OBJECT_COUNT, 6)}]`,
      ...many((index) => `<</T(f${index})/Kids 5 0 R>>`),
    ),
  "fields that inherit a long appearance": () =>
    withCatalog(`/AcroForm<</DA(/Helv 9 Tf ${LONG})/Fields[${"<</FT/Tx>>".repeat(40_000)}]>>`),
  "appearances of spaces": () =>
    withCatalog(`/AcroForm<</DR<</Font<</a<</X 1>>>>>>/Fields[<</T(a)/DA(/a ${"/a   1 ".repeat(60_000)})>>]>>`),
  "actions that share a script": () =>
    withCatalog(
      `/AcroForm<</Fields[<</T(a)>><</T(a)>>]>>/All[${refs(OBJECT_COUNT, 6)}]`,
      `(${"getField\\('a'\\)".repeat(20_000)})`,
      ...many(() => "<</S/JavaScript/JS 5 0 R>>"),
    ),
  "fonts that share references level by level": () => {
    const level = (index: number) => `<<${list(10, (key) => `/K${key} ${index + 1} 0 R`)}>>`;
    return withCatalog(
      "/AcroForm<</Fields[<</T(a)>>]/DR<</Font<</F 5 0 R>>>>>>",
      ...many((index) => level(index + 5), 12),
      `<</End ${++made}>>`,
    );
  },
  "tags that share their kids": () =>
    withCatalog(
      "/StructTreeRoot 5 0 R",
      "<</K 6 0 R>>",
      `[${refs(OBJECT_COUNT, 7)}]`,
      ...many(() => "<</S/P/Pg 3 0 R/K 6 0 R>>"),
    ),
  "a parent tree whose entries share a list": () =>
    withCatalog(
      `/StructTreeRoot<</K 5 0 R/ParentTree<</Nums[${list(20_000, (index) => `${index} 6 0 R `)}]>>>>`,
      "<</S/P/Pg 3 0 R/K 0>>",
      `[${"5 0 R ".repeat(60_000)}]`,
    ),
  "tags with roles that clash": () =>
    withCatalog(`/StructTreeRoot<</K[]/RoleMap<<${list(40_000, (index) => `/r_${index}/P`)}>>>>`),
  "labels that change at each page": () => {
    const range = `<</S/D${list(10_000, (index) => `/K${index} 1`)}>>`;
    const nums = list(OBJECT_COUNT, (index) => `${index} ${3 + (index % 2)} 0 R `);
    return rawPdf([
      `<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[${nums}]>>>>`,
      `<</Type/Pages/Kids[${refs()}]>>`,
      range,
      range,
      ...many(() => PAGE),
    ]);
  },
  "threads that share their beads": () =>
    withCatalog(
      `/Threads[${"<</F 5 0 R>>".repeat(OBJECT_COUNT)}]`,
      ...many((index) => `<</P 3 0 R/N ${index + 6} 0 R>>`),
    ),
  "actions that share a large next action": () =>
    withCatalog(
      `/All[${refs(OBJECT_COUNT, 6)}]`,
      `<</S/URI${list(40_000, (index) => `/K${index} 1`)}>>`,
      ...many(() => "<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>"),
    ),
  "an XFA form of 100,000 parts": () =>
    withCatalog(`/AcroForm<</XFA[${"(a)5 0 R".repeat(100_000)}]/Fields[]>>`, rawStream("<config/>".repeat(100))),
  "groups of optional content": () =>
    withCatalog(`/OCProperties<</OCGs[${"5 0 R ".repeat(160_000)}]/D<</BaseState/OFF/ON[5 0 R]>>>>`, "<</Type/OCG>>"),
};
