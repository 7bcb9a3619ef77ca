import type { Dict, Ref } from "../objects.ts";
import { chosenTexts, fieldNumber, fieldValue, optionsOf } from "./field-values.ts";
import { appearanceStream, frameContent, printed, type WidgetFrame } from "./frame.ts";
import { type FormContext, fieldText, textContent } from "./text-field.ts";

const SIZE_POINTS = 12;
/** The colour behind chosen options. */
const CHOSEN_COLOUR = "0.6 0.7569 0.8549 rg";

/** The positions of the chosen options: those that are stated, else those of the value's texts. */
const chosenPositions = (field: Dict, stored: readonly string[], context: FormContext): Set<number> | undefined => {
  const stated = fieldValue(field, "I");
  const positions = Array.isArray(stated) ? stated.filter((entry) => typeof entry === "number") : [];
  if (positions.length > 0) return new Set(positions);
  const texts = chosenTexts(field, context.budget);
  if (texts === undefined) return undefined;
  const chosen = new Set(texts);
  return new Set(stored.flatMap((text, at) => (chosen.has(text) ? [at] : [])));
};

/** The appearance of a list box: its options from the first visible one on; undefined if it cannot be written. */
export const listBoxAppearance = (field: Dict, frame: WidgetFrame, context: FormContext): Ref | undefined => {
  const options = optionsOf(field, context.budget);
  const chosen =
    options &&
    chosenPositions(
      field,
      options.map(({ stored }) => stored),
      context,
    );
  if (options === undefined || chosen === undefined) return undefined;
  const first = Math.max(0, fieldNumber(field, "TI") ?? 0);
  const visible = options.slice(first, first + Math.ceil(frame.height));
  const text = fieldText(field, visible.map(({ shown }) => shown.replaceAll(/[\n\r]/g, " ")).join("\n"), context);
  if (text === undefined) return undefined;
  const size = text.size > 0 ? text.size : SIZE_POINTS;
  const step = (text.font.leading * size) / 1000;
  const rows = text.paragraphs.slice(0, Math.ceil(frame.height / step));
  const top = frame.height - frame.inset;
  const bars = rows.flatMap((_, at) =>
    chosen.has(first + at)
      ? [`${printed(frame.inset, top - (at + 1) * step, frame.width - 2 * frame.inset, step)} re f\n`]
      : [],
  );
  const placed = rows.map(({ codes }, at): [number, number, Uint8Array] => [
    2 * frame.inset,
    top - at * step - (text.font.ascent * size) / 1000,
    codes,
  ]);
  const box = printed(frame.inset, frame.inset, frame.width - 2 * frame.inset, frame.height - 2 * frame.inset);
  const behind = bars.length === 0 ? "" : `q\n${box} re W n\n${CHOSEN_COLOUR}\n${bars.join("")}Q\n`;
  const written = rows.length === 0 ? "" : textContent(frame, text, size, placed);
  const content = `${frameContent(frame, false)}/Tx BMC\n${behind}${written}EMC\n`;
  return appearanceStream(frame, content, { [text.fontName]: text.font.resource });
};
