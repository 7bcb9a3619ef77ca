import type { Budget } from "../budget.ts";
import type { Dict } from "../objects.ts";
import { loadFreeFonts } from "./free-fonts.ts";
import { asksForAppearances, drawWidgets } from "./widget.ts";

/** Draws what is missing with fonts of the font set. Returns whether all is drawn. */
const drawWithFreeFonts = async (form: Dict, budget: Budget): Promise<boolean> => {
  const fonts = await loadFreeFonts();
  form.delete("NeedAppearances");
  const areDrawn = drawWidgets(form, budget, { fonts });
  fonts.embed();
  return areDrawn;
};

/**
 * Draws the fields of a form that need it, and those in `changed`: what the fonts of the form and the standard fonts lack, with fonts
 * of the font set. Returns whether all is drawn; if not, the form still asks its reader for what it asked for.
 */
export const drawForm = async (form: Dict, budget: Budget, changed?: ReadonlySet<Dict>): Promise<boolean> => {
  const asked = asksForAppearances(form);
  const isComplete =
    drawWidgets(form, budget, { ...(changed && { changed }) }) || (await drawWithFreeFonts(form, budget));
  if (isComplete) form.delete("NeedAppearances");
  else if (asked) form.set("NeedAppearances", true);
  return isComplete;
};
