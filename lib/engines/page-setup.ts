/** A page to print on, as PdfOptions asked for it and after validation. Lengths are inches. */
export interface PageSetup {
  /** Upright size of the paper; when it is not given, CSS `@page size` decides, else A4. */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  readonly landscape: boolean;
  /** A margin that is not given is the one of CSS `@page`, else 1 cm. */
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
}

/** The page of a document that asks for nothing: its own size and margins if it names any, else A4 with 1 cm. */
export const PLAIN_PAGE: PageSetup = {
  paper: undefined,
  landscape: false,
  margins: { top: undefined, right: undefined, bottom: undefined, left: undefined },
  printBackground: true,
  scale: 1,
  waitForSelector: undefined,
  waitTimeout: 10_000,
};
