import type { OpenDocument } from "../pdfium/open-document.ts";
import type { Handle } from "../pdfium/pdfium.ts";
import { readTextPage, type TextOptions } from "../text/text-page.ts";
import { type DrawOptions, drawPicture } from "./draw-picture.ts";
import type { PageResult } from "./page-result.ts";

/** What is done with a page, with its options. */
export type Task =
  | { readonly kind: "draw"; readonly options: DrawOptions }
  | { readonly kind: "text"; readonly options: TextOptions };

/** Does a task on an open page. */
export const pageResult = (document: OpenDocument, page: Handle, task: Task): PageResult => {
  switch (task.kind) {
    case "draw":
      return drawPicture(document, page, task.options);
    case "text":
      return { result: readTextPage(document, page, task.options) };
  }
};
