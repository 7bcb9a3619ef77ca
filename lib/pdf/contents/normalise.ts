import { dictAt, dictOf } from "../access.ts";
import type { Dict } from "../objects.ts";
import { ContentWriter } from "./content-writer.ts";
import { advanceOf, type TextAdvance } from "./font-widths.ts";
import { type Settings, UnsupportedContent } from "./graphics-state.ts";
import { inlineImageBytes, operations } from "./operations.ts";
import { extGStateHandler, OPERATOR_HANDLERS } from "./operator-handlers.ts";

/** Operators between the start of a path and its painting. Settings between them are written before the path. */
const PATH_OPERATORS = new Set("m re l c v y h W W*".split(" "));
const PAINTING_OPERATORS = new Set("f F f* S s B B* b b* n".split(" "));
const PATH_START_OPERATORS = new Set(["m", "re"]);
const SHOW_OPERATORS = new Set(["Tj", "TJ"]);

/** The content around a content stream: its resources, the points per unit, and the settings at its start. */
export interface ContentContext {
  readonly resources: Dict | undefined;
  readonly scale: number;
  readonly start: Settings;
}

/**
 * Rewrites content so that it draws the same in fewer bytes: settings are written once and only when they have an
 * effect, `Q q` is merged, strings of a line are joined, numbers are rounded to visible precision. Undefined for content
 * with unsupported operators.
 */
export const normalise = (content: Buffer, { resources, scale, start }: ContentContext): Buffer | undefined => {
  const fonts = dictAt(resources, "Font");
  const known = new Map<string, TextAdvance | undefined>();
  const advance = (name: string): TextAdvance | undefined => {
    if (!known.has(name)) {
      const font = dictOf(fonts?.get(name));
      known.set(name, font && advanceOf(font));
    }
    return known.get(name);
  };
  const to = new ContentWriter(start, scale, advance);
  const handlers = new Map(OPERATOR_HANDLERS).set("gs", extGStateHandler(dictAt(resources, "ExtGState")));
  let inPath = false;
  try {
    for (const operation of operations(content)) {
      const { operator, operands } = operation;
      const handler = handlers.get(operator);
      if (handler === undefined) return undefined;
      if (operator === "Td" && typeof operands[0] === "number" && to.run.canMove(operands[0], operands[1] as number)) {
        to.run.move(operands[0]);
        continue;
      }
      if (!SHOW_OPERATORS.has(operator)) to.writeRun();
      if (!inPath && PATH_START_OPERATORS.has(operator)) to.writeSettings();
      handler(to, operands, operator, inlineImageBytes(content, operation));
      if (PATH_OPERATORS.has(operator)) inPath = true;
      else if (PAINTING_OPERATORS.has(operator)) inPath = false;
    }
    to.writeRun();
    return Buffer.from(to.finish(), "latin1");
  } catch (error) {
    if (error instanceof UnsupportedContent || error instanceof RangeError) return undefined;
    throw error;
  }
};
