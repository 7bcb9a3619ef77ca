import type { PdfaLevel } from "../pdf/archive/level.ts";
import type { WayWithMissing } from "../pdf/universal-access/refuse.ts";

/** What a PDF says of itself. */
export interface DocumentProperties {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** A language tag (BCP 47). */
  readonly lang: string | undefined;
}

/** The window in which a page is shown. */
export interface Viewport {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels of a CSS pixel. */
  readonly deviceScaleFactor: number;
}

/** The validated PdfOptions of a page to print on. Lengths are inches. */
export interface PageSetup extends DocumentProperties {
  /** Size of the paper in portrait. If it is not given, CSS `@page size` decides, else A4. */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  readonly landscape: boolean;
  /** If a margin is not given, CSS `@page` decides, else 1 cm. */
  readonly margins: {
    readonly top: number | undefined;
    readonly right: number | undefined;
    readonly bottom: number | undefined;
    readonly left: number | undefined;
  };
  readonly printBackground: boolean;
  /** Whether the colour that a dark colour scheme gives to the whole page is left out. */
  readonly omitBackground: boolean;
  /** 0.1 to 2. */
  readonly scale: number;
  /** A valid CSS selector that must match before the page is printed. */
  readonly waitForSelector: string | undefined;
  /** A JavaScript expression that must be truthy in the page before it is printed. */
  readonly waitForExpression: string | undefined;
  /** Milliseconds that each of these waits may take. */
  readonly waitTimeout: number;
  /** Whether a document that lacks something that it asks for is an error. */
  readonly failOnResource: boolean;
  /** Page numbers from 1, such as `1-3, 5`; all pages if it is not given. */
  readonly pageRanges: string | undefined;
  /** The CSS media type, also while the page is loaded; else that of printing, while it is printed. */
  readonly emulateMedia: "screen" | "print" | undefined;
  /** HTML that is printed in the top and the bottom margin of each page; it has passed `checkedTemplate`. */
  readonly headerTemplate: string | undefined;
  readonly footerTemplate: string | undefined;
  /** The window in which the page is loaded and stays, if a picture of it is made. */
  readonly viewport: Viewport | undefined;
  /** The level of PDF/A that the PDF is written in. */
  readonly pdfA: PdfaLevel | undefined;
  /** Whether the PDF is to be PDF/UA, and what is done if the document lacks something. */
  readonly pdfUa: WayWithMissing | undefined;
}

/** The margin if neither the options nor CSS set one. */
export const DEFAULT_MARGIN = "1cm";

/** The page setup without options: the size and margins of the document's CSS, else A4 with margins of 1 cm. */
export const PLAIN_PAGE: PageSetup = {
  paper: undefined,
  landscape: false,
  margins: { top: undefined, right: undefined, bottom: undefined, left: undefined },
  printBackground: true,
  omitBackground: false,
  scale: 1,
  waitForSelector: undefined,
  waitForExpression: undefined,
  waitTimeout: 10_000,
  failOnResource: false,
  pageRanges: undefined,
  emulateMedia: undefined,
  headerTemplate: undefined,
  footerTemplate: undefined,
  title: undefined,
  viewport: undefined,
  author: undefined,
  lang: undefined,
  pdfA: undefined,
  pdfUa: undefined,
};
