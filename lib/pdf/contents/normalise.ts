import { dictAt, dictOf } from "../access.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import { type Advance, advanceOf } from "./font-widths.ts";
import { type Setting, type Settings, Unfollowed } from "./graphics-state.ts";
import { Normaliser } from "./normaliser.ts";
import { operations } from "./operations.ts";
import { printNumber } from "./print.ts";

type Handler = (to: Normaliser, operands: readonly Value[], operator: string) => void;

const settingOf =
  (setting: Setting, decimals: number): Handler =>
  (to, operands, operator) =>
    to.want(setting, operands, operator, decimals);

/** What may stand between two strings of a line without ending the line. */
const verbatim =
  (decimals: number): Handler =>
  (to, operands, operator) => {
    to.restore();
    to.operator(operator, operands, decimals);
  };

const drawing: Handler = (to, operands, operator) => {
  to.settle();
  to.operator(operator, operands, to.decimals());
};

const path: Handler = (to, operands, operator) => {
  to.restore();
  to.operator(operator, operands, to.decimals());
};

/** A side that rounding would take away keeps so many decimals. */
const THIN_DECIMALS = 9;

const rectangle: Handler = (to, operands, operator) => {
  const decimals = to.decimals();
  const isThin = (side: Value) => typeof side === "number" && side !== 0 && Number(side.toFixed(decimals)) === 0;
  to.operator(operator, operands, operands.slice(2).some(isThin) ? THIN_DECIMALS : decimals);
};

/** What changes more than settings, so that only a `Q` brings it back. */
const changing: Handler = (to, operands, operator) => {
  to.restore();
  to.changed();
  to.operator(operator, operands, 6);
};

const lineWidth: Handler = (to, operands, operator) => to.want("w", operands, operator, to.decimals(1));
const dash: Handler = (to, operands, operator) => to.want("d", operands, operator, to.decimals(1));

/** The settings that entries of an extended graphics state change (ISO 32000-2, table 57). */
const STATE_SETTINGS = { LW: "w", LC: "J", LJ: "j", ML: "M", D: "d", Font: "Tf" } as const;

const namedState =
  (states: Dict | undefined): Handler =>
  (to, operands, operator) => {
    const [name] = operands;
    const state = name instanceof Name ? dictOf(states?.get(name.text)) : undefined;
    to.settle();
    to.changed();
    to.operator(operator, operands, 0);
    const changed = Object.entries(STATE_SETTINGS).filter(([key]) => state === undefined || state.has(key));
    to.forget(changed.map(([, setting]) => setting));
  };

/** Text that adds to the clip works by whole text objects: those cannot be joined or parted. */
const MOST_PAINTING_MODE = 3;

const renderingMode: Handler = (to, operands, operator) => {
  const [mode] = operands;
  if (typeof mode !== "number" || mode > MOST_PAINTING_MODE) throw new Unfollowed();
  to.want("Tr", operands, operator, 0);
};

const show: Handler = (to, operands) => {
  const [shown] = operands;
  to.show(Array.isArray(shown) ? shown : operands);
};

const nextLineShow: Handler = (to, operands, operator) => {
  to.catchUp();
  to.settle();
  if (operator === '"') {
    to.inForce("Tw", `${printNumber(Number(operands[0]), 5)} Tw`);
    to.inForce("Tc", `${printNumber(Number(operands[1]), 5)} Tc`);
  }
  to.operator(operator, operands, 5);
  to.run.font(undefined, undefined, 1);
  to.run.show([new Uint8Array(0)]);
  to.run.take();
};

const move: Handler = (to, operands) => {
  const [x, y] = operands;
  if (typeof x !== "number" || typeof y !== "number") throw new Unfollowed();
  to.move(x, y);
};

const leadingMove: Handler = (to, operands, operator) => {
  to.restore();
  to.catchUp();
  to.changed();
  to.operator(operator, operands, to.decimals(3));
};

const nextLine: Handler = (to, operands, operator) => {
  to.restore();
  to.catchUp();
  to.operator(operator, operands, 0);
};

const each = (operators: string, handler: Handler): [string, Handler][] =>
  operators.split(" ").map((operator) => [operator, handler]);

const HANDLERS = new Map<string, Handler>([
  ...each("g rg k", settingOf("fill", 3)),
  ...each("G RG K", settingOf("stroke", 3)),
  ...each("cs", settingOf("fill", 3)),
  ...each("CS", settingOf("stroke", 3)),
  ...each("sc scn", (to, operands, operator) => to.colour("fill", operands, operator)),
  ...each("SC SCN", (to, operands, operator) => to.colour("stroke", operands, operator)),
  ["w", lineWidth],
  ["d", dash],
  ["Tr", renderingMode],
  ...(["J", "j", "M"] as const).map((key): [string, Handler] => [key, settingOf(key, 3)]),
  ...(["Tf", "Tc", "Tw", "Tz", "Ts"] as const).map((key): [string, Handler] => [key, settingOf(key, 5)]),
  ...each("q", (to) => to.save()),
  ...each("Q", (to) => to.leave()),
  ...each("cm", (to, operands) => to.transform(operands)),
  ...each("Do sh f F f* S s B B* b b*", drawing),
  ["re", rectangle],
  ...each("m l c v y h n", path),
  ...each("W W* TL ri i", changing),
  ...each("Tj TJ", show),
  ...each("' \"", nextLineShow),
  ["Td", move],
  ["TD", leadingMove],
  ["T*", nextLine],
  ...each("Tm", (to, operands) => to.textMatrix(operands)),
  ...each("BT", (to) => to.beginText()),
  ...each("ET", (to) => to.endText()),
  ...each("BMC BDC EMC MP DP BX EX d0 d1", verbatim(6)),
]);

/** Operators of a path under way. What is set between them and the painting is written in front of the painting. */
const PATH = new Set("m re l c v y h W W*".split(" "));
const PAINTING = new Set("f F f* S s B B* b b* n".split(" "));
const PATH_BEGIN = new Set(["m", "re"]);
const LINE = new Set(["Tj", "TJ"]);

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
  const known = new Map<string, Advance | undefined>();
  const advance = (name: string): Advance | undefined => {
    if (!known.has(name)) {
      const font = dictOf(fonts?.get(name));
      known.set(name, font && advanceOf(font));
    }
    return known.get(name);
  };
  const to = new Normaliser(start, scale, advance);
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
      if (!LINE.has(operator)) to.flush();
      if (!inPath && PATH_BEGIN.has(operator)) to.settle();
      handler(to, operands, operator);
      if (PATH.has(operator)) inPath = true;
      else if (PAINTING.has(operator)) inPath = false;
    }
    to.flush();
    return Buffer.from(to.text(), "latin1");
  } catch (error) {
    if (error instanceof Unfollowed) return undefined;
    throw error;
  }
};
