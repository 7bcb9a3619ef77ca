import type { PageThread } from "./page-thread.ts";
import type { Task } from "./tasks.ts";

interface PageWork<Page, Result, Done> {
  readonly threads: readonly PageThread[];
  /** In the order of their results. */
  readonly pages: readonly Page[];
  /** Pages that are worked on at once or have results that wait, so that memory holds no more. */
  readonly ahead: number;
  task(page: Page): Task;
  /** Finishes the result of a page, while others are worked on; it is undefined for a page that PDFium cannot load. */
  finish(result: Result | undefined, page: Page): Promise<Done>;
  /** Is called with each finished result, in the order of `pages`. */
  take(done: Done, page: Page): void;
}

/** Works on pages in several threads at once. Each has its zero-based position in the file. */
export const eachPage = async <Page extends { readonly position: number }, Result, Done>(
  work: PageWork<Page, Result, Done>,
): Promise<void> => {
  const { threads, pages, ahead, task, finish, take } = work;
  const pending: { readonly page: Page; readonly done: Promise<Done> }[] = [];
  const takeNext = async () => {
    const next = pending.shift();
    if (next !== undefined) take(await next.done, next.page);
  };
  for (const page of pages) {
    if (pending.length >= ahead) await takeNext();
    const thread = threads.reduce((least, next) => (next.waiting < least.waiting ? next : least));
    const done = thread.page<Result>(page.position, task(page)).then((result) => finish(result, page));
    done.catch(() => {}); // a failure is thrown when its turn comes
    pending.push({ page, done });
  }
  while (pending.length > 0) await takeNext();
};
