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
