/** A moment (s since 1970) as a date (ISO 32000-2, 7.9.4), such as `D:20260131095959Z`. */
export const pdfDate = (seconds: number): string =>
  `D:${new Date(seconds * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`;
