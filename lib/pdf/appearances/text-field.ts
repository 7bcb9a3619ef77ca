import { get, numberAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Dict, Ref } from "../objects.ts";
import { serialiseName, serialiseString } from "../write/serialise.ts";
import { readDefaultAppearance } from "./default-appearance.ts";
import type { FieldFont } from "./field-fonts.ts";
import { fieldNumber, fieldValue, hasFlag } from "./field-values.ts";
import { appearanceStream, frameContent, printed, type WidgetFrame } from "./frame.ts";
import { brokenLines, type EncodedLine, encodedParagraphs } from "./text-lines.ts";

/** How the text of a field is written. */
interface FieldText {
  font: FieldFont;
  /** The name of the font in the resources. */
  fontName: string;
  size: number;
  colour: string;
  /** 0 for the left, 1 for the middle, 2 for the right (ISO 32000-2, table 228, `Q`). */
  alignment: number;
  paragraphs: EncodedLine[];
}

/** Sizes of text that fits its field, in points. */
const LEAST_SIZE_POINTS = 4;
const MULTILINE_SIZE_POINTS = 12;
const MOST_CELLS = 1000;

/** Where the fonts for the text of fields come from. */
export interface FontSource {
  /** Fonts to try for a text, if the default appearance names this one. */
  candidates(name: string, text: string): readonly FieldFont[];
}

/** The form of a field, as far as appearances need it. */
export interface FormContext {
  readonly form: Dict | undefined;
  readonly fonts: FontSource;
  readonly budget: Budget;
}

/** Reads how a text is written in a field; undefined if there is no font with all of its characters. */
export const fieldText = (field: Dict, text: string, { form, fonts }: FormContext): FieldText | undefined => {
  const { font: name, size, colour } = readDefaultAppearance(fieldValue(field, "DA") ?? get(form, "DA"));
  for (const font of fonts.candidates(name, text)) {
    const paragraphs = encodedParagraphs(text, font);
    if (paragraphs === undefined) continue;
    const alignment = fieldNumber(field, "Q") ?? numberAt(form, "Q") ?? 0;
    return { font, fontName: name === "" ? "Helv" : name, size, colour, alignment, paragraphs };
  }
  return undefined;
};

/** The distance of a line's start from the left, by its alignment. */
const startOf = (width: number, alignment: number, left: number, right: number): number => {
  if (alignment === 1) return Math.max(left, (left + right - width) / 2);
  return alignment === 2 ? Math.max(left, right - width) : left;
};

/** The baseline of a single line: its capitals stand in the middle, and its descenders are not cut if there is room. */
const baseline = ({ height, inset }: WidgetFrame, font: FieldFont, size: number): number => {
  const middle = (height - (font.capitals * size) / 1000) / 2;
  const lowest = inset - (font.descent * size) / 1000;
  const highest = height - inset - (font.ascent * size) / 1000;
  return lowest <= highest ? Math.min(highest, Math.max(lowest, middle)) : middle;
};

type Placed = [x: number, y: number, codes: Uint8Array];

/** One line; its size fits the frame if none is stated. */
const singleLine = (frame: WidgetFrame, text: FieldText): { size: number; placed: Placed[] } => {
  const { font, alignment, paragraphs } = text;
  const space = font.encode(" ")?.[0] ?? 32;
  const codes = Buffer.concat(
    paragraphs.flatMap((line, at) => (at === 0 ? [line.codes] : [Buffer.of(space), line.codes])),
  );
  const width = font.widthOf(codes);
  const room = { width: frame.width - 4 * frame.inset, height: frame.height - 2 * frame.inset };
  const fitting = Math.min((1000 * room.height) / font.leading, width === 0 ? Infinity : (1000 * room.width) / width);
  const size = text.size > 0 ? text.size : Math.max(LEAST_SIZE_POINTS, fitting);
  const x = startOf((width * size) / 1000, alignment, 2 * frame.inset, frame.width - 2 * frame.inset);
  return { size, placed: [[x, baseline(frame, font, size), codes]] };
};

const multipleLines = (frame: WidgetFrame, text: FieldText): { size: number; placed: Placed[] } => {
  const { font, alignment, paragraphs } = text;
  const [left, right] = [2 * frame.inset, frame.width - 2 * frame.inset];
  const [top, room] = [frame.height - 2 * frame.inset, frame.height - 4 * frame.inset];
  const linesOf = (size: number) => brokenLines(paragraphs, font, (1000 * Math.max(1, right - left)) / size);
  const heightOf = (lines: readonly EncodedLine[], size: number) => (lines.length * font.leading * size) / 1000;
  let size = text.size > 0 ? text.size : MULTILINE_SIZE_POINTS;
  let lines = linesOf(size);
  while (text.size === 0 && size > LEAST_SIZE_POINTS && heightOf(lines, size) > room) lines = linesOf(--size);
  const step = (font.leading * size) / 1000;
  const shown = lines.slice(0, Math.ceil(frame.height / step) + 1);
  const first = top - (font.ascent * size) / 1000;
  return {
    size,
    placed: shown.map(({ codes, width }, at) => [
      startOf((width * size) / 1000, alignment, left, right),
      first - at * step,
      codes,
    ]),
  };
};

/** Each character in the middle of its own cell. */
const combed = (frame: WidgetFrame, text: FieldText, cells: number): { size: number; placed: Placed[] } => {
  const { font, alignment } = text;
  const codes = Buffer.concat(text.paragraphs.map((line) => line.codes)).subarray(0, cells);
  const cell = frame.width / cells;
  const widest = codes.reduce((most, _, at) => Math.max(most, font.widthOf(codes.subarray(at, at + 1))), 1);
  const fitting = Math.min((1000 * (frame.height - 2 * frame.inset)) / font.leading, (1000 * cell) / widest);
  const size = text.size > 0 ? text.size : Math.max(LEAST_SIZE_POINTS, fitting);
  const empty = cells - codes.length;
  const first = alignment === 2 ? empty : alignment === 1 ? Math.floor(empty / 2) : 0;
  const y = baseline(frame, font, size);
  const placed = Array.from(codes, (_, at): Placed => {
    const code = codes.subarray(at, at + 1);
    return [(first + at + 0.5) * cell - (font.widthOf(code) * size) / 2000, y, code];
  });
  return { size, placed };
};

/** The content that writes text at places in a frame, cut at the frame's inner edge. */
export const textContent = (frame: WidgetFrame, text: FieldText, size: number, placed: readonly Placed[]): string => {
  const { inset, width, height } = frame;
  const box = printed(inset, inset, Math.max(0, width - 2 * inset), Math.max(0, height - 2 * inset));
  let [lastX, lastY] = [0, 0];
  let content = "";
  for (const [x, y, codes] of placed) {
    content += `${printed(x - lastX, y - lastY)} Td ${serialiseString(codes)} Tj\n`;
    [lastX, lastY] = [x, y];
  }
  return `q\n${box} re W n\nBT\n${text.colour}\n${serialiseName(text.fontName)} ${printed(size)} Tf\n${content}ET\nQ\n`;
};

/** The appearance of a text field, or of the shown option of a combo box; undefined if it cannot be written. */
export const textAppearance = (
  field: Dict,
  frame: WidgetFrame,
  shown: string,
  context: FormContext,
): Ref | undefined => {
  const isMultiline = hasFlag(field, "multiline");
  const isPassword = hasFlag(field, "password");
  const text = fieldText(field, isPassword ? "*".repeat([...shown].length) : shown, context);
  if (text === undefined) return undefined;
  const cells = fieldNumber(field, "MaxLen") ?? 0;
  const isComb = hasFlag(field, "comb") && !isMultiline && !isPassword && cells > 0 && cells <= MOST_CELLS;
  const { size, placed } = isComb
    ? combed(frame, text, Math.floor(cells))
    : isMultiline
      ? multipleLines(frame, text)
      : singleLine(frame, text);
  const written = shown === "" ? "" : textContent(frame, text, size, placed);
  const content = `${frameContent(frame, false)}/Tx BMC\n${written}EMC\n`;
  return appearanceStream(frame, content, { [text.fontName]: text.font.resource });
};
