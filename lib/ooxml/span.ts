/** Where something stands in a part. */
export interface Span {
  readonly start: number;
  /** What comes behind it. */
  readonly end: number;
}
