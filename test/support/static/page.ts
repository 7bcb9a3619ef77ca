/** A page that does not change by itself. */
export interface StillPage {
  readonly name: string;
  readonly html: string;
}
