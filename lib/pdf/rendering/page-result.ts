/** The result of a task on a page, and the array buffers in it, which move to the thread that has asked for it. */
export interface PageResult<Result = unknown> {
  readonly result: Result;
  readonly memories?: ArrayBuffer[];
}
