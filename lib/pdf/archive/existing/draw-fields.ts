import type { Warning } from "../../../output/warnings.ts";
import { arrayAt, dictAt, dictOf, get, nameAt } from "../../access.ts";
import { hasExtent, isHidden } from "../../annotation-appearance.ts";
import { colourOf } from "../../appearances/field-values.ts";
import { drawWidgets } from "../../appearances/widget.ts";
import type { Budget } from "../../budget.ts";
import { formFieldsOf } from "../../form-fields/fields.ts";
import { type Dict, makeDict } from "../../objects.ts";
import type { Document } from "../../read/open.ts";
import { DRAWN, hasValue } from "./annotations.ts";

const isUndrawn = (widget: Dict): boolean => get(widget, "AP") === undefined;

/** Whether readers show a widget that has no appearance: it has a value, a background or a border. */
const isShown = (widget: Dict): boolean => {
  const characteristics = dictAt(widget, "MK");
  const hasFrame = ["BG", "BC"].some((key) => colourOf(characteristics, key).length > 0);
  return !isHidden(widget) && hasExtent(widget) && (hasFrame || hasValue(widget));
};

/**
 * Draws the form fields that have no appearance, and the boxes of empty ones on the pages that the form does not list, because
 * readers draw them too. The form asks its readers for nothing any more. Returns a warning if readers may have drawn them in
 * another way.
 */
export const drawFields = ({ catalog, pages }: Document, budget: Budget): Warning[] => {
  const form = dictAt(catalog, "AcroForm");
  const listed = new Set(form === undefined ? [] : formFieldsOf(form));
  const shown = new Set(pages.flatMap((page) => arrayAt(page, "Annots") ?? []).flatMap((entry) => dictOf(entry) ?? []));
  const undrawn = [...shown].filter((each) => nameAt(each, "Subtype") === "Widget" && isUndrawn(each));
  const unlisted = undrawn.filter((widget) => !listed.has(widget) && !isHidden(widget) && !hasValue(widget));
  if (form !== undefined) drawWidgets(form, budget);
  form?.delete("NeedAppearances");
  if (unlisted.length > 0) drawWidgets(new Map(form ?? makeDict({})).set("Fields", unlisted), budget);
  return undrawn.some((widget) => !isUndrawn(widget) && isShown(widget)) ? [DRAWN] : [];
};
