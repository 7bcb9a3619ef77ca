import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { config } from "../../config.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4 } from "../paper.ts";
import { askPage } from "./ask-page.ts";
import { longTables } from "./page/long-tables.js";
import { printParameters } from "./paper.ts";

interface LongTable {
  readonly rows: number;
  readonly cells: number;
  /** CSS pixels. */
  readonly height: number;
}

/** Tables with fewer rows are never too long. */
const LONG_TABLE_MIN_ROWS = 5000;

/**
 * For each page of a table, Chromium keeps what it knows of all rows and cells of that table, whichever page they are on. So the
 * memory grows with the square of the rows; that of a browser and of each cell is added.
 */
const PART_ON_PAGE_BYTES = 60;
const CELL_BYTES = 8600;
const BROWSER_BYTES = 150 * MB;

/** A table is refused only if it takes clearly more than a document may use, because its pages are estimated. */
const ESTIMATE_TOLERANCE = 1.2;

const PIXELS_PER_INCH = 96;

/** The height of a page between its margins, in CSS pixels of the document. */
const pageHeight = (setup: PageSetup, declaredInches: number | undefined): number => {
  const { width, height } = setup.paper ?? A4;
  const inches =
    setup.paper === undefined && declaredInches !== undefined ? declaredInches : setup.landscape ? width : height;
  const { marginTop, marginBottom, scale } = printParameters(setup);
  return (Math.max(1, inches - marginTop - marginBottom) * PIXELS_PER_INCH) / scale;
};

/**
 * Throws INVALID_REQUEST for a table whose pages would take much more memory than a document may use. `declaredHeight` is the
 * height of the paper that the document itself declares, in inches.
 */
export const assertTablesFit = async (
  session: CDPSession,
  setup: PageSetup,
  declaredHeight: () => Promise<number | undefined>,
): Promise<void> => {
  const found = await askPage(session, `(${longTables})(${LONG_TABLE_MIN_ROWS})`);
  const tables = Array.isArray(found) ? (found as LongTable[]) : [];
  if (tables.length === 0) return;
  const page = pageHeight(setup, await declaredHeight());
  for (const { rows, cells, height } of tables) {
    const pages = height / page;
    const bytes = pages * (rows + cells) * PART_ON_PAGE_BYTES + cells * CELL_BYTES + BROWSER_BYTES;
    if (bytes <= config.browserMemoryMb * MB * ESTIMATE_TOLERANCE) continue;
    const [count, estimate] = [rows, Math.round(pages)].map((number) => number.toLocaleString("en"));
    const message = `The document has a table of ${count} rows on about ${estimate} pages, for which the memory of one document does not suffice. It can be printed as several tables.`;
    throw new ServiceError("INVALID_REQUEST", message, { reason: "document-too-complex" });
  }
};
