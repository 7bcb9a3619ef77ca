/** A page that changes by itself, and comes to rest. */
export interface MovingPage {
  readonly name: string;
  readonly html: string;
  /** What stands when it is at rest, and is to be found in its text. */
  readonly text?: string;
  /** It never comes to rest: two looks at it differ. */
  readonly endless?: true;
}

/** A whole document out of what is in its head and its body. */
export const document = (head: string, body: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Page</title>${head}<body>${body}</body></html>`;
