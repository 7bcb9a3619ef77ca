import { dictAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Document } from "../read/open.ts";
import { element } from "../universal-access/elements.ts";
import { DocumentMarker } from "../universal-access/mark-document.ts";
import { writeElements } from "../universal-access/write-tree.ts";

/** Tags a document without tags that shows no text, such as an empty sheet: Chromium and LibreOffice write no tags for it. */
export const tagBlank = ({ catalog, pages }: Document, budget: Budget): void => {
  if (dictAt(catalog, "StructTreeRoot") !== undefined) return;
  const top = element("Document", []);
  const marker = new DocumentMarker(top, false, budget);
  for (const page of pages) if (!marker.page(page) || marker.hasLooseText) return;
  writeElements(catalog, top);
};
