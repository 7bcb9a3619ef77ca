/** A range of a part's text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
