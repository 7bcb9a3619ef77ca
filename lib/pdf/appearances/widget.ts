import { dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { formFieldsOf } from "../form-fields/fields.ts";
import { type Dict, makeDict, Name, type Ref, type Stream } from "../objects.ts";
import { latin1Key } from "../strings.ts";
import { captionOf, drawToggle, pushButtonAppearance } from "./buttons.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import { FieldFonts } from "./field-fonts.ts";
import { chosenTexts, fieldValue, hasFlag, isFormatted, optionsOf, valueText } from "./field-values.ts";
import { appearanceOf, frameOf, type WidgetFrame } from "./frame.ts";
import { listBoxAppearance } from "./list-box.ts";
import { shownText, withoutSpaces } from "./shown-text.ts";
import { type FontSource, type FormContext, textAppearance } from "./text-field.ts";

/** What one widget costs of a budget, apart from its text. */
const WIDGET_COST = 64;

const typeOf = (field: Dict): string => {
  const type = fieldValue(field, "FT");
  return type instanceof Name ? type.text : "";
};

const isListBox = (field: Dict): boolean => typeOf(field) === "Ch" && !hasFlag(field, "combo");

/** The text that a text field, combo box or push button shows; undefined if it cannot be read. */
const textToShow = (field: Dict, budget: Budget): string | undefined => {
  if (typeOf(field) === "Btn") return captionOf(field, budget);
  const value = fieldValue(field, "V");
  if (value === undefined) return "";
  if (typeOf(field) !== "Ch") return valueText(value, budget);
  const [first = ""] = chosenTexts(field, budget) ?? [];
  return optionsOf(field, budget)?.find(({ stored }) => stored === first)?.shown ?? first;
};

/** Whether the present appearance of a text field or combo box shows a text, as far as that can be known. */
const showsText = (field: Dict, appearance: Stream, text: string, { form, fonts, budget }: FormContext): boolean => {
  const shown = shownText(appearance, budget);
  if (shown === undefined) return text === "";
  if (text !== "" && shown !== "" && (isFormatted(field) || hasFlag(field, "richText"))) return true;
  const written = hasFlag(field, "password") ? "*".repeat([...text].length) : text.replace(/[\n\r\t]/g, " ");
  const { font } = readDefaultAppearance(fieldValue(field, "DA") ?? get(form, "DA"));
  return fonts.candidates(font, written).some((candidate) => {
    const codes = candidate.encode(written);
    return codes !== undefined && withoutSpaces(latin1Key(codes)) === shown;
  });
};

const newAppearance = (
  widget: Dict,
  frame: WidgetFrame,
  text: string | undefined,
  context: FormContext,
): Ref | undefined => {
  if (isListBox(widget)) return listBoxAppearance(widget, frame, context);
  if (text === undefined) return undefined;
  const draw = typeOf(widget) === "Btn" ? pushButtonAppearance : textAppearance;
  return draw(widget, frame, text, context);
};

/**
 * Draws the appearance of a widget for the value of its field, unless it has it already. Returns whether its
 * appearance can be shown as it is.
 */
const drawWidget = (widget: Dict, context: FormContext): boolean => {
  const frame = nameAt(widget, "Subtype") === "Widget" ? frameOf(widget) : undefined;
  const type = typeOf(widget);
  context.budget.spendValues(WIDGET_COST);
  if (frame === undefined || !/^(Btn|Tx|Ch)$/.test(type)) return true;
  const old = appearanceOf(dictAt(widget, "AP")?.get("N"));
  if (type === "Btn" && !hasFlag(widget, "pushButton")) {
    drawToggle(widget, frame, context);
    return true;
  }
  const hasIcon = type === "Btn" && get(dictAt(widget, "MK"), "I") !== undefined;
  const text = isListBox(widget) ? undefined : textToShow(widget, context.budget);
  if (old !== undefined && hasIcon) return true;
  if (old !== undefined && text !== undefined && showsText(widget, old, text, context)) return true;
  const appearance = newAppearance(widget, frame, text, context);
  if (appearance !== undefined) widget.set("AP", makeDict({ N: appearance }));
  else if (old === undefined || (text && shownText(old, context.budget) === "")) {
    // A look of the empty field would hide that its value cannot be drawn.
    widget.delete("AP");
    return false;
  }
  return true;
};

const isUndrawn = (widget: Dict): boolean => get(widget, "AP") === undefined;

/** The form asks its reader to make the appearances of its fields anew (ISO 32000-2, table 224). */
export const asksForAppearances = (form: Dict | undefined): boolean => get(form, "NeedAppearances") === true;

/**
 * Makes the appearances that a form asks its reader to make, so that the form need not ask any more; of a form that does not ask,
 * those that are missing, and those of the widgets in `changed`. Appearances that already show the value are kept, and those that
 * cannot be made stay missing. Returns whether all could be made.
 */
export const drawWidgets = (
  form: Dict,
  budget: Budget,
  { changed, fonts = new FieldFonts(form, budget) }: { changed?: ReadonlySet<Dict>; fonts?: FontSource } = {},
): boolean => {
  const asks = asksForAppearances(form);
  const due = formFieldsOf(form).filter((widget) => asks || changed?.has(widget) === true || isUndrawn(widget));
  return due.map((widget) => drawWidget(widget, { form, fonts, budget })).every((isDrawn) => isDrawn);
};
