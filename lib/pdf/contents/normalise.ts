import { dictAt, dictOf } from "../access.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import { ContentWriter } from "./content-writer.ts";
import { advanceOf, type TextAdvance } from "./font-widths.ts";
import { type Setting, type Settings, UnsupportedContent } from "./graphics-state.ts";
import { operations } from "./operations.ts";
import { printNumber } from "./print.ts";

type Handler = (writer: ContentWriter, operands: readonly Value[], operator: string) => void;

const settingOf =
  (setting: Setting, decimals: number): Handler =>
  (to, operands, operator) =>
    to.setSetting(setting, operands, operator, decimals);

/** What may stand between two strings of a line without ending the line. */
const verbatim =
  (decimals: number): Handler =>
  (to, operands, operator) => {
    to.writePendingRestore();
    to.writeOperator(operator, operands, decimals);
  };

const drawing: Handler = (to, operands, operator) => {
  to.writeSettings();
  to.writeOperator(operator, operands, to.decimals());
};

const path: Handler = (to, operands, operator) => {
  to.writePendingRestore();
  to.writeOperator(operator, operands, to.decimals());
};

/** A side that rounding would take away keeps so many decimals. */
const THIN_DECIMALS = 9;

const rectangle: Handler = (to, operands, operator) => {
  const decimals = to.decimals();
  const isThin = (side: Value) => typeof side === "number" && side !== 0 && Number(side.toFixed(decimals)) === 0;
  to.writeOperator(operator, operands, operands.slice(2).some(isThin) ? THIN_DECIMALS : decimals);
};

/** What changes more than settings, so that only a `Q` brings it back. */
const changing: Handler = (to, operands, operator) => {
  to.writePendingRestore();
  to.markChanged();
  to.writeOperator(operator, operands, 6);
};

const lineWidth: Handler = (to, operands, operator) => to.setSetting("w", operands, operator, to.decimals(1));
const dash: Handler = (to, operands, operator) => to.setSetting("d", operands, operator, to.decimals(1));

/** The settings that entries of an extended graphics state change (ISO 32000-2, table 57). */
const EXT_GSTATE_SETTINGS = { LW: "w", LC: "J", LJ: "j", ML: "M", D: "d", Font: "Tf" } as const;

const namedState =
  (states: Dict | undefined): Handler =>
  (to, operands, operator) => {
    const [name] = operands;
    const state = name instanceof Name ? dictOf(states?.get(name.text)) : undefined;
    to.writeSettings();
    to.markChanged();
    to.writeOperator(operator, operands, 0);
    const changed = Object.entries(EXT_GSTATE_SETTINGS).filter(([key]) => state === undefined || state.has(key));
    to.forget(changed.map(([, setting]) => setting));
  };

/** Text that adds to the clip works by whole text objects: those cannot be joined or parted. */
const LAST_PAINTING_MODE = 3;

const renderingMode: Handler = (to, operands, operator) => {
  const [mode] = operands;
  if (typeof mode !== "number" || mode > LAST_PAINTING_MODE) throw new UnsupportedContent();
  to.setSetting("Tr", operands, operator, 0);
};

const show: Handler = (to, operands) => {
  const [shown] = operands;
  to.show(Array.isArray(shown) ? shown : operands);
};

const nextLineShow: Handler = (to, operands, operator) => {
  to.alignLine();
  to.writeSettings();
  if (operator === '"') {
    to.setWritten("Tw", `${printNumber(Number(operands[0]), 5)} Tw`);
    to.setWritten("Tc", `${printNumber(Number(operands[1]), 5)} Tc`);
  }
  to.writeOperator(operator, operands, 5);
  to.run.setFont(undefined, undefined, 1);
  to.run.show([new Uint8Array(0)]);
  to.run.take();
};

const move: Handler = (to, operands) => {
  const [x, y] = operands;
  if (typeof x !== "number" || typeof y !== "number") throw new UnsupportedContent();
  to.move(x, y);
};

const leadingMove: Handler = (to, operands, operator) => {
  to.writePendingRestore();
  to.alignLine();
  to.markChanged();
  to.writeOperator(operator, operands, to.decimals(3));
};

const nextLine: Handler = (to, operands, operator) => {
  to.writePendingRestore();
  to.alignLine();
  to.writeOperator(operator, operands, 0);
};

const handlersFor = (operators: string, handler: Handler): [string, Handler][] =>
  operators.split(" ").map((operator) => [operator, handler]);

const HANDLERS = new Map<string, Handler>([
  ...handlersFor("g rg k", settingOf("fill", 3)),
  ...handlersFor("G RG K", settingOf("stroke", 3)),
  ...handlersFor("cs", settingOf("fill", 3)),
  ...handlersFor("CS", settingOf("stroke", 3)),
  ...handlersFor("sc scn", (to, operands, operator) => to.setColour("fill", operands, operator)),
  ...handlersFor("SC SCN", (to, operands, operator) => to.setColour("stroke", operands, operator)),
  ["w", lineWidth],
  ["d", dash],
  ["Tr", renderingMode],
  ...(["J", "j", "M"] as const).map((key): [string, Handler] => [key, settingOf(key, 3)]),
  ...(["Tf", "Tc", "Tw", "Tz", "Ts"] as const).map((key): [string, Handler] => [key, settingOf(key, 5)]),
  ...handlersFor("q", (to) => to.save()),
  ...handlersFor("Q", (to) => to.restore()),
  ...handlersFor("cm", (to, operands) => to.transform(operands)),
  ...handlersFor("Do sh f F f* S s B B* b b*", drawing),
  ["re", rectangle],
  ...handlersFor("m l c v y h n", path),
  ...handlersFor("W W* TL ri i", changing),
  ...handlersFor("Tj TJ", show),
  ...handlersFor("' \"", nextLineShow),
  ["Td", move],
  ["TD", leadingMove],
  ["T*", nextLine],
  ...handlersFor("Tm", (to, operands) => to.textMatrix(operands)),
  ...handlersFor("BT", (to) => to.beginText()),
  ...handlersFor("ET", (to) => to.endText()),
  ...handlersFor("BMC BDC EMC MP DP BX EX d0 d1", verbatim(6)),
]);

/** Operators of a path under way. What is set between them and the painting is written in front of the painting. */
const PATH_OPERATORS = new Set("m re l c v y h W W*".split(" "));
const PAINTING_OPERATORS = new Set("f F f* S s B B* b b* n".split(" "));
const PATH_START_OPERATORS = new Set(["m", "re"]);
const SHOW_OPERATORS = new Set(["Tj", "TJ"]);

/**
 * Content that draws the same in fewer bytes: settings written once and only when they count, `Q q` merged, strings of a
 * line joined, numbers rounded to what can be seen. `scale` is how many points one unit measures, `start` what is in
 * force when it begins. Undefined for content that it does not follow.
 */
export const normalise = (
  content: Buffer,
  resources: Dict | undefined,
  scale: number,
  start: Settings,
): Buffer | undefined => {
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
  const handlers = new Map(HANDLERS).set("gs", namedState(dictAt(resources, "ExtGState")));
  let inPath = false;
  try {
    for (const { operator, operands } of operations(content)) {
      const handler = handlers.get(operator);
      if (handler === undefined) return undefined;
      if (operator === "Td" && typeof operands[0] === "number" && to.run.canMove(operands[1] as number)) {
        to.run.move(operands[0]);
        continue;
      }
      if (!SHOW_OPERATORS.has(operator)) to.writeRun();
      if (!inPath && PATH_START_OPERATORS.has(operator)) to.writeSettings();
      handler(to, operands, operator);
      if (PATH_OPERATORS.has(operator)) inPath = true;
      else if (PAINTING_OPERATORS.has(operator)) inPath = false;
    }
    to.writeRun();
    return Buffer.from(to.finish(), "latin1");
  } catch (error) {
    if (error instanceof UnsupportedContent) return undefined;
    throw error;
  }
};
