import type { OpenDocument } from "../pdfium/open-document.ts";
import type { Handle } from "../pdfium/pdfium.ts";
import { type DrawOptions, drawPicture } from "./draw-picture.ts";

/** The result of a task on a page, and the array buffers in it, which move to the thread that has asked for it. */
export interface PageResult<Result = unknown> {
  readonly result: Result;
  readonly memories?: ArrayBuffer[];
}

/** What is done with a page, with what it takes beside the page. */
export type Task = { readonly kind: "draw"; readonly options: DrawOptions };

/** Does a task on an open page. */
export const pageResult = (document: OpenDocument, page: Handle, task: Task): PageResult => {
  switch (task.kind) {
    case "draw":
      return drawPicture(document, page, task.options);
  }
};
