import { arrayAt, dictAt, nameAt, numberAt, numbersOf, resolve } from "../../access.ts";
import { colourOf } from "../../appearances/field-values.ts";
import { printed } from "../../appearances/frame.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";

/** Points and quadrilaterals of one annotation that are drawn. */
const POINTS_LIMIT = 100_000;

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

/** The corners of the marked quadrilaterals: top left, top right, bottom left, bottom right, as programs write them. */
const quadrilaterals = (annotation: Dict): number[][] => {
  const points = numbersOf(annotation.get("QuadPoints"), POINTS_LIMIT) ?? [];
  return Array.from({ length: Math.floor(points.length / 8) }, (_, at) => points.slice(8 * at, 8 * at + 8));
};

const highlight = (annotation: Dict): string => {
  const boxes = quadrilaterals(annotation).map(
    ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) =>
      `${printed(x1, y1)} m ${printed(x2, y2)} l ${printed(x4, y4)} l ${printed(x3, y3)} l h f`,
  );
  return `/State gs ${colour(colourOf(annotation, "C"), false)}${boxes.join(" ")}`;
};

/** A line through each quadrilateral at a part of its height. */
const lineAt = (height: number) => (annotation: Dict) => {
  const between = (low: number, high: number) => low + (high - low) * height;
  const lines = quadrilaterals(annotation).map(
    ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]) =>
      `${printed(between(x3, x1), between(y3, y1))} m ${printed(between(x4, x2), between(y4, y2))} l S`,
  );
  return `${colour(colourOf(annotation, "C"), true)}1 w ${lines.join(" ")}`;
};

const ink = (annotation: Dict): string => {
  const strokes = (arrayAt(annotation, "InkList") ?? []).slice(0, POINTS_LIMIT).map((stroke) => {
    const points = numbersOf(resolve(stroke), POINTS_LIMIT) ?? [];
    const steps: string[] = [];
    for (let at = 0; at + 1 < points.length; at += 2)
      steps.push(`${printed(points[at] ?? 0, points[at + 1] ?? 0)} ${at === 0 ? "m" : "l"}`);
    return steps.length === 0 ? "" : `${steps.join(" ")} S`;
  });
  return `${colour(colourOf(annotation, "C"), true)}${printed(widthOf(annotation))} w ${strokes.join(" ")}`;
};

const DRAWINGS: Readonly<Record<string, (annotation: Dict) => string>> = {
  Highlight: highlight,
  Underline: lineAt(1 / 12),
  StrikeOut: lineAt(1 / 2),
  Ink: ink,
};

const STATE = makeDict({ Type: new Name("ExtGState"), BM: new Name("Multiply") });

/** Gives a highlight, a line at a text or a drawing by hand the look that readers draw. Returns whether it has one now. */
export const drawMissingLook = (annotation: Dict): boolean => {
  const draw = DRAWINGS[nameAt(annotation, "Subtype") ?? ""];
  const box = numbersOf(annotation.get("Rect"), 4);
  if (draw === undefined || box?.length !== 4) return false;
  const resources: Value = makeDict({ ExtGState: makeDict({ State: new Map(STATE) }) });
  const form = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: box,
    Matrix: [1, 0, 0, 1, -(box[0] ?? 0), -(box[1] ?? 0)],
    Resources: resources,
  });
  annotation.set("AP", makeDict({ N: new Ref(new Stream(form, Buffer.from(draw(annotation), "latin1"))) }));
  return true;
};
