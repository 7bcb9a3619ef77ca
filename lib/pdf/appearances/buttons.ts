import { bytesAt, dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Dict, makeDict, Name, type Ref, type Value } from "../objects.ts";
import { serialiseString } from "../write/serialise.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import { fieldValue, hasFlag, valueText } from "./field-values.ts";
import { appearanceOf, appearanceStream, circlePath, frameContent, printed, type WidgetFrame } from "./frame.ts";
import { drawsNothing } from "./shown-text.ts";
import { dingbatsResource } from "./standard-fonts.ts";
import { type FormContext, textAppearance } from "./text-field.ts";

/** The widths of the marks of ZapfDingbats in thousandths of the font size, by their codes. */
const MARK_WIDTHS: Readonly<Record<string, number>> = { "4": 846, "8": 677, H: 816, l: 791, n: 761, u: 788 };
const CHECK = "4";
const CIRCLE = "l";
/** The height of the middle of a mark in thousandths of the font size. */
const MARK_MIDDLE = 346;
/** The font size of a mark as a part of the inner frame. */
const MARK_PART = 0.8;
/** The part of the inner frame that a dot fills. */
const DOT_PART = 0.5;

const OFF = "Off";
const DEFAULT_ON = "Yes";
const STATES_LIMIT = 100;

/** The states that a button's normal appearance names. */
const statesOf = (widget: Dict): string[] => {
  const normal = get(dictAt(widget, "AP"), "N");
  return normal instanceof Map ? [...normal.keys()].slice(0, STATES_LIMIT) : [];
};

/** The state of a button while it is on: the one that its appearance names, else the one that it or its field has. */
const onState = (widget: Dict): string => {
  const value = fieldValue(widget, "V");
  const named = [...statesOf(widget), nameAt(widget, "AS"), value instanceof Name ? value.text : undefined];
  return named.find((state) => state !== undefined && state !== OFF) ?? DEFAULT_ON;
};

/** The state that a button's field has. */
const stateOf = (widget: Dict, on: string): string => {
  const value = fieldValue(widget, "V");
  return value instanceof Name && value.text === on ? on : OFF;
};

/** The content that draws the mark of a button that is on. */
const markContent = (widget: Dict, frame: WidgetFrame, isRadio: boolean, form: Dict | undefined): string => {
  const caption = Buffer.from(bytesAt(dictAt(widget, "MK"), "CA") ?? []).toString("latin1");
  const mark = MARK_WIDTHS[caption] === undefined ? (isRadio ? CIRCLE : CHECK) : caption;
  const { size, colour } = readDefaultAppearance(fieldValue(widget, "DA") ?? get(form, "DA"));
  const room = Math.min(frame.width, frame.height) - 2 * frame.inset;
  if (room <= 0) return "";
  if (isRadio && mark === CIRCLE) return `q\n${colour}\n${circlePath(frame, (DOT_PART * room) / 2)} f\nQ\n`;
  const fitted = size > 0 ? size : MARK_PART * room;
  const x = (frame.width - ((MARK_WIDTHS[mark] ?? 0) * fitted) / 1000) / 2;
  const y = frame.height / 2 - (MARK_MIDDLE * fitted) / 1000;
  return `q\nBT\n${colour}\n/ZaDb ${printed(fitted)} Tf\n${printed(x, y)} Td ${serialiseString(Buffer.from(mark))} Tj\nET\nQ\n`;
};

/** Draws the missing appearances of a check box or radio button, and sets its state. */
export const drawToggle = (widget: Dict, frame: WidgetFrame, { form, budget }: FormContext): void => {
  const on = onState(widget);
  const isRadio = hasFlag(widget, "radio");
  const old = get(dictAt(widget, "AP"), "N");
  const states = old instanceof Map ? old : new Map<string, Value>();
  const isDrawn = (name: string): boolean => {
    const appearance = appearanceOf(states.get(name));
    return appearance !== undefined && !drawsNothing(appearance, budget);
  };
  if (!isDrawn(on)) {
    const background = frameContent(frame, isRadio && nameAt(dictAt(widget, "BS"), "S") !== "B");
    const content = background + markContent(widget, frame, isRadio, form);
    states.set(on, appearanceStream(frame, content, { ZaDb: dingbatsResource() }));
    if (!isDrawn(OFF)) states.set(OFF, appearanceStream(frame, background, {}));
  }
  if (old !== states) widget.set("AP", makeDict({ N: states }));
  const state = nameAt(widget, "AS");
  if (state === undefined || !states.has(state)) widget.set("AS", new Name(stateOf(widget, on)));
};

/** The caption of a push button. */
export const captionOf = (widget: Dict, budget: Budget): string =>
  valueText(dictAt(widget, "MK")?.get("CA"), budget) ?? "";

/** The appearance of a push button with a caption; undefined if it cannot be written. */
export const pushButtonAppearance = (
  widget: Dict,
  frame: WidgetFrame,
  caption: string,
  context: FormContext,
): Ref | undefined => {
  // A caption stands in the middle, whatever the alignment of other fields.
  const centred = new Map<string, Value>([...widget, ["Q", 1]]);
  return textAppearance(centred, frame, caption, context);
};
