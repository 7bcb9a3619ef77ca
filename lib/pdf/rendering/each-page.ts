import type { PageThread } from "./page-thread.ts";
import type { Task } from "./tasks.ts";

interface PageWork<Result, Done> {
  readonly threads: readonly PageThread[];
  /** The zero-based positions of the pages, in the order of their results. */
  readonly positions: readonly number[];
  /** Pages that are worked on at once or have results that wait, so that memory holds no more. */
  readonly ahead: number;
  /** The task on the page at an index of `positions`. */
  task(index: number): Task;
  /** Finishes the result of a page, while others are worked on; it is undefined for a page that PDFium cannot load. */
  finish(result: Result | undefined, index: number): Promise<Done>;
  /** Is called with each finished result, in the order of `positions`. */
  take(done: Done, index: number): void;
}

/** Works on pages in several threads at once. */
export const eachPage = async <Result, Done>(work: PageWork<Result, Done>): Promise<void> => {
  const { threads, positions, ahead, task, finish, take } = work;
  const pending: Promise<Done>[] = [];
  let taken = 0;
  const takeNext = async () => take(await (pending.shift() as Promise<Done>), taken++);
  for (const [index, position] of positions.entries()) {
    if (pending.length >= ahead) await takeNext();
    const thread = threads.reduce((least, next) => (next.waiting < least.waiting ? next : least));
    const done = thread.page<Result>(position, task(index)).then((result) => finish(result, index));
    done.catch(() => {}); // a failure is thrown when its turn comes
    pending.push(done);
  }
  while (pending.length > 0) await takeNext();
};
