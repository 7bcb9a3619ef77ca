/** A page that changes by itself and comes to rest. */
export interface MovingPage {
  readonly name: string;
  readonly html: string;
  /** Text that the page holds when it is at rest. */
  readonly text?: string;
  /** Whether it never comes to rest, so that two prints differ. */
  readonly endless?: true;
}

/** A document from the contents of its head and its body. */
export const document = (head: string, body: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Page</title>${head}<body>${body}</body></html>`;
