import { arrayAt, dictAt, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import { printNumber } from "../contents/print.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../objects.ts";
import { colourOf } from "./field-values.ts";

/** The space of a widget that its appearance fills, in points from its lower left corner, before it is turned. */
export interface WidgetFrame {
  width: number;
  height: number;
  /** Quarter turns anticlockwise, from `MK`. */
  turns: number;
  /** The width of the border; 0 for none that is drawn. */
  border: number;
  /** The distance from the edge at which text is cut. */
  inset: number;
  style: string;
  dash: readonly number[];
  background: readonly number[];
  borderColour: readonly number[];
}

/** A larger side is no widget on a page. */
const SIDE_LIMIT_POINTS = 20_000;
const BORDER_LIMIT_POINTS = 100;
const DASH_LIMIT = 8;

const borderWidthOf = (widget: Dict): number => {
  const stated = numberAt(dictAt(widget, "BS"), "W") ?? numbersOf(arrayAt(widget, "Border")?.slice(0, 3))?.[2] ?? 1;
  return Math.min(BORDER_LIMIT_POINTS, Math.max(0, stated));
};

/** The frame of a widget; undefined for one without an area. */
export const frameOf = (widget: Dict): WidgetFrame | undefined => {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(widget.get("Rect"), 4) ?? [];
  const sides = [Math.abs(right - left), Math.abs(top - bottom)];
  if (!sides.every((side) => side > 0 && side < SIDE_LIMIT_POINTS)) return undefined;
  const characteristics = dictAt(widget, "MK");
  const turns = ((Math.round((numberAt(characteristics, "R") ?? 0) / 90) % 4) + 4) % 4;
  const [width = 0, height = 0] = turns % 2 === 0 ? sides : sides.reverse();
  const borderStyle = dictAt(widget, "BS");
  const style = nameAt(borderStyle, "S") ?? "S";
  const borderColour = colourOf(characteristics, "BC");
  const stated = borderWidthOf(widget);
  const edge = style === "B" || style === "I" ? 2 * stated : stated;
  return {
    width,
    height,
    turns,
    border: borderColour.length === 0 ? 0 : stated,
    inset: borderColour.length === 0 ? Math.min(1, edge) : Math.max(1, edge),
    style,
    dash: numbersOf(arrayAt(borderStyle, "D"), DASH_LIMIT) ?? [3],
    background: colourOf(characteristics, "BG"),
    borderColour,
  };
};

const DECIMALS = 3;
export const printed = (...numbers: readonly number[]): string =>
  numbers.map((number) => printNumber(number, DECIMALS)).join(" ");

const FILL_OPERATORS: Readonly<Record<number, string>> = { 1: "g", 3: "rg", 4: "k" };
const STROKE_OPERATORS: Readonly<Record<number, string>> = { 1: "G", 3: "RG", 4: "K" };

const colourSetting = (colour: readonly number[], operators: Readonly<Record<number, string>>): string => {
  const operator = operators[colour.length];
  return operator === undefined ? "" : `${printed(...colour)} ${operator}\n`;
};

/** The factor for control points of a circle of four curves. */
const CIRCLE = 0.5523;

/** The path of a circle around the middle of the frame. */
export const circlePath = ({ width, height }: WidgetFrame, radius: number): string => {
  const [x, y, control] = [width / 2, height / 2, radius * CIRCLE];
  const corners = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  const curves = corners.map(([dx, dy]) => {
    const [from, to] = [
      [x + radius * dx, y + radius * dy],
      [x - radius * dy, y + radius * dx],
    ] as const;
    const first = [from[0] - control * dy, from[1] + control * dx];
    const second = [to[0] + control * dx, to[1] + control * dy];
    return `${printed(...first, ...second, ...to)} c`;
  });
  return `${printed(x + radius, y)} m ${curves.join(" ")} h`;
};

/** The lighter and darker edges of a border that looks raised or sunken. */
const shadedEdges = ({ width, height, border, style, background }: WidgetFrame): string => {
  if (border === 0 || (style !== "B" && style !== "I")) return "";
  const [light, dark] = style === "B" ? ["1 g", "0.5 g"] : ["0.5 g", "0.75 g"];
  const darkened = background.map((part) => printNumber(part * 0.75, DECIMALS)).join(" ");
  const shade = style === "B" && background.length === 3 ? `${darkened} rg` : dark;
  const [b, c, w, h] = [border, 2 * border, width, height];
  const upper = `${printed(b, b)} m ${printed(b, h - b)} l ${printed(w - b, h - b)} l ${printed(w - c, h - c)} l ${printed(c, h - c)} l ${printed(c, c)} l f`;
  const lower = `${printed(w - b, h - b)} m ${printed(w - b, b)} l ${printed(b, b)} l ${printed(c, c)} l ${printed(w - c, c)} l ${printed(w - c, h - c)} l f`;
  return `${light} ${upper}\n${shade} ${lower}\n`;
};

/** The content that draws a background and border; round ones for radio buttons. */
export const frameContent = (frame: WidgetFrame, isRound: boolean): string => {
  const { width, height, border, style } = frame;
  const radius = Math.min(width, height) / 2;
  let content = "";
  const fill = colourSetting(frame.background, FILL_OPERATORS);
  if (fill !== "") {
    content += `${fill}${isRound ? circlePath(frame, radius) : `0 0 ${printed(width, height)} re`} f\n`;
  }
  const stroke = border === 0 ? "" : colourSetting(frame.borderColour, STROKE_OPERATORS);
  if (!isRound) content += shadedEdges(frame);
  if (stroke !== "") {
    const dash = style === "D" ? `[${printed(...frame.dash)}] 0 d\n` : "";
    const box = `${printed(border / 2, border / 2, width - border, height - border)} re`;
    const line = `0 ${printed(border / 2)} m ${printed(width, border / 2)} l`;
    const path = isRound ? circlePath(frame, Math.max(0, radius - border / 2)) : style === "U" ? line : box;
    content += `${stroke}${printed(border)} w ${dash}${path} S\n`;
  }
  return content === "" ? "" : `q\n${content}Q\n`;
};

const MATRICES = [
  () => undefined,
  ({ height }: WidgetFrame) => [0, 1, -1, 0, height, 0],
  ({ width, height }: WidgetFrame) => [-1, 0, 0, -1, width, height],
  ({ width }: WidgetFrame) => [0, -1, 1, 0, 0, width],
] as const;

/** The appearance stream that a value is; undefined for one that readers cannot place, because it lacks its box. */
export const appearanceOf = (value: Value | undefined): Stream | undefined => {
  const direct = resolve(value);
  return direct instanceof Stream && numbersOf(direct.dict.get("BBox"), 4)?.length === 4 ? direct : undefined;
};

/** An appearance stream (ISO 32000-2, 12.5.5) that fills a frame, with the fonts that its content names. */
export const appearanceStream = (frame: WidgetFrame, content: string, fonts: Readonly<Record<string, Value>>): Ref => {
  const dict = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: [0, 0, frame.width, frame.height],
  });
  const matrix = MATRICES[frame.turns]?.(frame);
  if (matrix !== undefined) dict.set("Matrix", matrix);
  if (Object.keys(fonts).length > 0) dict.set("Resources", makeDict({ Font: makeDict(fonts) }));
  return new Ref(new Stream(dict, Buffer.from(content, "latin1")));
};
