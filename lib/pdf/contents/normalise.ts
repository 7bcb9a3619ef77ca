import { dictAt, dictOf } from "../access.ts";
import type { Dict, Value } from "../objects.ts";
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

const path: Handler = (to, operands, operator) => to.operator(operator, operands, to.decimals());

const clip: Handler = (to, operands, operator) => {
  to.changed();
  to.operator(operator, operands, 0);
};

const lineWidth: Handler = (to, operands, operator) => to.want("w", operands, operator, to.decimals(1));
const dash: Handler = (to, operands, operator) => to.want("d", operands, operator, to.decimals(1));

const namedState: Handler = (to, operands, operator) => {
  to.settle();
  to.changed();
  to.operator(operator, operands, 0);
  to.forget(["w", "J", "j", "M", "d", "Tf"]);
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
  to.run.font(undefined, 0, 1);
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

const leading: Handler = (to, operands, operator) => {
  to.restore();
  to.changed();
  to.operator(operator, operands, 6);
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
  ...(["J", "j", "M", "Tr"] as const).map((key): [string, Handler] => [key, settingOf(key, 3)]),
  ...(["Tf", "Tc", "Tw", "Tz", "Ts"] as const).map((key): [string, Handler] => [key, settingOf(key, 5)]),
  ["gs", namedState],
  ...each("q", (to) => to.save()),
  ...each("Q", (to) => to.leave()),
  ...each("cm", (to, operands) => to.transform(operands)),
  ...each("m re Do sh", drawing),
  ...each("l c v y h f F f* S s B B* b b* n", path),
  ...each("W W*", clip),
  ...each("Tj TJ", show),
  ...each("' \"", nextLineShow),
  ["Td", move],
  ["TD", leadingMove],
  ["T*", nextLine],
  ["TL", leading],
  ...each("Tm", (to, operands) => to.textMatrix(operands)),
  ...each("BT", (to) => to.beginText()),
  ...each("ET", (to) => to.endText()),
  ...each("BMC BDC EMC MP DP ri i BX EX d0 d1", verbatim(6)),
]);

/** Operators that begin or go on with a path: settings cannot be written between them. */
const PATH_BEGIN = new Set(["m", "re"]);
const PATH_GOES_ON = new Set("m re l c v y h W W*".split(" "));
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
  let inPath = false;
  try {
    for (const { operator, operands } of operations(content)) {
      const handler = HANDLERS.get(operator);
      if (handler === undefined) return undefined;
      if (operator === "Td" && typeof operands[0] === "number" && to.run.canMove(operands[1] as number)) {
        to.run.move(operands[0]);
        continue;
      }
      if (!LINE.has(operator)) to.flush();
      if (inPath && PATH_BEGIN.has(operator)) path(to, operands, operator);
      else handler(to, operands, operator);
      inPath = PATH_GOES_ON.has(operator);
    }
    to.flush();
    return Buffer.from(to.text(), "latin1");
  } catch (error) {
    if (error instanceof Unfollowed) return undefined;
    throw error;
  }
};
