/** The validated PdfOptions of a page to print on. Lengths are inches. */
export interface PageSetup {
  /** Size of the paper in portrait. Where it is not given, CSS `@page size` decides, else A4. */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  readonly landscape: boolean;
  /** Where a margin is not given, CSS `@page` decides, else 1 cm. */
  readonly margins: {
    readonly top: number | undefined;
    readonly right: number | undefined;
    readonly bottom: number | undefined;
    readonly left: number | undefined;
  };
  readonly printBackground: boolean;
  /** 0.1 to 2. */
  readonly scale: number;
  /** A valid CSS selector that must match before the page is printed. */
  readonly waitForSelector: string | undefined;
  /** Milliseconds that the wait for the selector may take. */
  readonly waitTimeout: number;
  /** HTML that is printed in the top and the bottom margin of each page; it has passed `checkedTemplate`. */
  readonly headerTemplate: string | undefined;
  readonly footerTemplate: string | undefined;
}

/** The margin where neither the options nor CSS set one. */
export const DEFAULT_MARGIN = "1cm";

/** The page setup without options: the size and margins of the document's CSS, else A4 with margins of 1 cm. */
export const PLAIN_PAGE: PageSetup = {
  paper: undefined,
  landscape: false,
  margins: { top: undefined, right: undefined, bottom: undefined, left: undefined },
  printBackground: true,
  scale: 1,
  waitForSelector: undefined,
  waitTimeout: 10_000,
  headerTemplate: undefined,
  footerTemplate: undefined,
};
