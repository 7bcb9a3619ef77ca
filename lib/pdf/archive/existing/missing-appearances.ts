import { arrayAt, dictAt, nameAt, numberAt, numbersOf, resolve } from "../../access.ts";
import { colourOf } from "../../appearances/field-values.ts";
import { printed } from "../../appearances/frame.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";

/** Numbers of points that are read from one annotation. */
const POINTS_LIMIT = 100_000;

const DASH_LIMIT = 8;

const OPERATORS: Readonly<Record<number, readonly [fill: string, stroke: string]>> = {
  1: ["g", "G"],
  3: ["rg", "RG"],
  4: ["k", "K"],
};

const colour = (components: readonly number[], isStroke: boolean): string => {
  const operator = OPERATORS[components.length]?.[isStroke ? 1 : 0];
  return operator === undefined ? "" : `${printed(...components)} ${operator} `;
};

const widthOf = (annotation: Dict): number =>
  numberAt(dictAt(annotation, "BS"), "W") ?? numbersOf(arrayAt(annotation, "Border")?.slice(0, 3))?.[2] ?? 1;

/** The corners of the marked quadrilaterals in the order of most programs: top left, top right, bottom left, bottom right. */
const quadrilaterals = (annotation: Dict): number[][] => {
  const points = numbersOf(annotation.get("QuadPoints"), POINTS_LIMIT) ?? [];
  return Array.from({ length: Math.floor(points.length / 8) }, (_, at) => points.slice(8 * at, 8 * at + 8));
};

const drawHighlight = (annotation: Dict): string => {
  const boxes = quadrilaterals(annotation).map(
    ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) =>
      `${printed(x1, y1)} m ${printed(x2, y2)} l ${printed(x4, y4)} l ${printed(x3, y3)} l h f`,
  );
  return `${colour(colourOf(annotation, "C"), false)}${boxes.join(" ")}`;
};

/** Draws a line through each quadrilateral, at a fraction of its height. */
const lineAt = (height: number) => (annotation: Dict) => {
  const between = (low: number, high: number) => low + (high - low) * height;
  const lines = quadrilaterals(annotation).map(
    ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) =>
      `${printed(between(x3, x1), between(y3, y1))} m ${printed(between(x4, x2), between(y4, y2))} l S`,
  );
  return `${colour(colourOf(annotation, "C"), true)}1 w ${lines.join(" ")}`;
};

const drawInk = (annotation: Dict): string => {
  const strokes = (arrayAt(annotation, "InkList") ?? []).slice(0, POINTS_LIMIT).map((stroke) => {
    const points = numbersOf(resolve(stroke), POINTS_LIMIT) ?? [];
    const steps: string[] = [];
    for (let at = 0; at + 1 < points.length; at += 2)
      steps.push(`${printed(points[at] ?? 0, points[at + 1] ?? 0)} ${at === 0 ? "m" : "l"}`);
    return steps.length === 0 ? "" : `${steps.join(" ")} S`;
  });
  return `${colour(colourOf(annotation, "C"), true)}${printed(widthOf(annotation))} w ${strokes.join(" ")}`;
};

/** Fills a path, strokes it, or both. */
const paint = (annotation: Dict, path: string): string => {
  const [inside, border] = [colourOf(annotation, "IC"), colourOf(annotation, "C")];
  const [isFilled, isStroked] = [inside.length > 0, border.length > 0 && widthOf(annotation) > 0];
  if (!isFilled && !isStroked) return "";
  const dash = numbersOf(arrayAt(dictAt(annotation, "BS"), "D"), DASH_LIMIT) ?? [3];
  const dashes = nameAt(dictAt(annotation, "BS"), "S") === "D" ? `[${printed(...dash)}] 0 d ` : "";
  const colours = `${colour(inside, false)}${colour(border, true)}${printed(widthOf(annotation))} w ${dashes}`;
  return `${colours}${path} ${isFilled ? (isStroked ? "B" : "f") : "S"}`;
};

/** The box of a shape without its border and rectangle differences (ISO 32000-2, table 180). */
const innerBox = (annotation: Dict): readonly [number, number, number, number] => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(annotation.get("Rect"), 4) ?? [];
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(annotation.get("RD"), 4) ?? [];
  const half = widthOf(annotation) / 2;
  return [
    Math.min(x1, x2) + left + half,
    Math.min(y1, y2) + bottom + half,
    Math.max(x1, x2) - right - half,
    Math.max(y1, y2) - top - half,
  ];
};

const drawSquare = (annotation: Dict): string => {
  const [left, bottom, right, top] = innerBox(annotation);
  return paint(annotation, `${printed(left, bottom, right - left, top - bottom)} re`);
};

/** The distance of the control points of a quarter circle, in radii. */
const QUARTER = 0.5523;

const drawCircle = (annotation: Dict): string => {
  const [left, bottom, right, top] = innerBox(annotation);
  const [x, y, across, up] = [(left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2];
  const at = (horizontal: number, vertical: number) => printed(x + horizontal * across, y + vertical * up);
  const curve = (...points: readonly (readonly [number, number])[]) =>
    `${points.map((point) => at(...point)).join(" ")} c`;
  const path = [
    `${at(1, 0)} m`,
    curve([1, QUARTER], [QUARTER, 1], [0, 1]),
    curve([-QUARTER, 1], [-1, QUARTER], [-1, 0]),
    curve([-1, -QUARTER], [-QUARTER, -1], [0, -1]),
    curve([QUARTER, -1], [1, -QUARTER], [1, 0]),
    "h",
  ];
  return paint(annotation, path.join(" "));
};

/** Draws a line through points; undefined if it ends in arrows, which readers draw in many ways. */
const lineThrough =
  (key: "L" | "Vertices", isClosed: boolean) =>
  (annotation: Dict): string | undefined => {
    const ends = (arrayAt(annotation, "LE") ?? []).map(resolve);
    if (ends.some((end) => end instanceof Name && end.text !== "None")) return undefined;
    const points = numbersOf(annotation.get(key), POINTS_LIMIT) ?? [];
    const steps: string[] = [];
    for (let at = 0; at + 1 < points.length; at += 2)
      steps.push(`${printed(points[at] ?? 0, points[at + 1] ?? 0)} ${at === 0 ? "m" : "l"}`);
    if (steps.length < 2) return undefined;
    return paint(annotation, `${steps.join(" ")}${isClosed ? " h" : ""}`);
  };

const DRAWINGS: Readonly<Record<string, (annotation: Dict) => string | undefined>> = {
  Highlight: drawHighlight,
  Underline: lineAt(1 / 12),
  StrikeOut: lineAt(1 / 2),
  Ink: drawInk,
  Square: drawSquare,
  Circle: drawCircle,
  Line: lineThrough("L", false),
  PolyLine: lineThrough("Vertices", false),
  Polygon: lineThrough("Vertices", true),
};

/** The graphics state of an annotation. A highlight multiplies its colour with the text below it. */
const stateOf = (annotation: Dict): Dict => {
  const opacity = numberAt(annotation, "CA") ?? 1;
  const state = makeDict({ Type: new Name("ExtGState"), ca: opacity, CA: opacity });
  return nameAt(annotation, "Subtype") === "Highlight" ? state.set("BM", new Name("Multiply")) : state;
};

/**
 * Draws the appearance that readers draw for an annotation without one, if it is a highlight, a line at a text, an ink annotation or
 * a plain shape. Returns whether it has drawn one.
 */
export const drawMissingAppearance = (annotation: Dict): boolean => {
  const content = DRAWINGS[nameAt(annotation, "Subtype") ?? ""]?.(annotation);
  const box = numbersOf(annotation.get("Rect"), 4);
  if (content === undefined || box?.length !== 4) return false;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const resources: Value = makeDict({ ExtGState: makeDict({ State: stateOf(annotation) }) });
  const form = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)],
    Matrix: [1, 0, 0, 1, -Math.min(x1, x2), -Math.min(y1, y2)],
    Resources: resources,
  });
  annotation.set("AP", makeDict({ N: new Ref(new Stream(form, Buffer.from(`/State gs ${content}`, "latin1"))) }));
  return true;
};
