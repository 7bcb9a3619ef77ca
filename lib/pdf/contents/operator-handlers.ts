import { dictOf } from "../access.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import type { ContentWriter } from "./content-writer.ts";
import { type GraphicsSetting, UnsupportedContent } from "./graphics-state.ts";
import { printInlineImage, printNumber } from "./print.ts";

/** `data` are the bytes of an inline image that is closed. */
type OperatorHandler = (writer: ContentWriter, operands: readonly Value[], operator: string, data?: Uint8Array) => void;

const settingOf =
  (setting: GraphicsSetting, decimals: number): OperatorHandler =>
  (to, operands, operator) =>
    to.setSetting(setting, operands, operator, decimals);

/** Operators that can be between two strings of a line without ending the line. */
const verbatim =
  (decimals: number): OperatorHandler =>
  (to, operands, operator) => {
    to.writePendingRestore();
    to.writeOperator(operator, operands, decimals);
  };

const drawing: OperatorHandler = (to, operands, operator) => {
  // A form may show text in the font of its page.
  to.writeSettings(operator === "Do");
  to.writeOperator(operator, operands, to.decimals());
};

/** A stencil mask is painted with the current colour. */
const inlineImage: OperatorHandler = (to, [dict], _, data) => {
  if (data === undefined) throw new UnsupportedContent();
  to.writeSettings();
  to.write(printInlineImage(dict, data));
};

const path: OperatorHandler = (to, operands, operator) => {
  to.writePendingRestore();
  to.writeOperator(operator, operands, to.decimals());
};

/** A rectangle side that rounding would make zero keeps this many decimals. */
const THIN_DECIMALS = 9;

const rectangle: OperatorHandler = (to, operands, operator) => {
  const decimals = to.decimals();
  const isThin = (side: Value) => typeof side === "number" && side !== 0 && Number(side.toFixed(decimals)) === 0;
  to.writeOperator(operator, operands, operands.slice(2).some(isThin) ? THIN_DECIMALS : decimals);
};

/** Operators whose effect only `Q` restores. */
const changing: OperatorHandler = (to, operands, operator) => {
  to.writePendingRestore();
  to.markChanged();
  to.writeOperator(operator, operands, 6);
};

const lineWidth: OperatorHandler = (to, operands, operator) => to.setSetting("w", operands, operator, to.decimals(1));
const dash: OperatorHandler = (to, operands, operator) => to.setSetting("d", operands, operator, to.decimals(1));

/** The settings that entries of an extended graphics state change (ISO 32000-2, table 57). */
const EXT_GSTATE_SETTINGS = { LW: "w", LC: "J", LJ: "j", ML: "M", D: "d", Font: "Tf" } as const;

/** The handler of `gs`, by the extended graphics states of the resources. */
export const extGStateHandler =
  (states: Dict | undefined): OperatorHandler =>
  (to, operands, operator) => {
    const [name] = operands;
    const state = name instanceof Name ? dictOf(states?.get(name.text)) : undefined;
    to.writeSettings();
    to.markChanged();
    to.writeOperator(operator, operands, 0);
    const changed = Object.entries(EXT_GSTATE_SETTINGS).filter(([key]) => state === undefined || state.has(key));
    to.forget(changed.map(([, setting]) => setting));
  };

/**
 * The last text rendering mode that does not add to the clip. Clipping works by whole text objects, which then could
 * not be joined or split.
 */
const LAST_PAINTING_MODE = 3;

const renderingMode: OperatorHandler = (to, operands, operator) => {
  const [mode] = operands;
  if (typeof mode !== "number" || mode > LAST_PAINTING_MODE) throw new UnsupportedContent();
  to.setSetting("Tr", operands, operator, 0);
};

const show: OperatorHandler = (to, operands) => {
  const [shown] = operands;
  to.show(Array.isArray(shown) ? shown : operands);
};

const nextLineShow: OperatorHandler = (to, operands, operator) => {
  to.alignLine();
  to.writeSettings(true);
  if (operator === '"') {
    to.setWritten("Tw", `${printNumber(Number(operands[0]), 5)} Tw`);
    to.setWritten("Tc", `${printNumber(Number(operands[1]), 5)} Tc`);
  }
  to.writeOperator(operator, operands, 5);
  to.run.setFont(undefined, undefined, 1);
  to.run.show([new Uint8Array(0)]);
  to.run.take();
};

const move: OperatorHandler = (to, operands) => {
  const [x, y] = operands;
  if (typeof x !== "number" || typeof y !== "number") throw new UnsupportedContent();
  to.move(x, y);
};

const leadingMove: OperatorHandler = (to, operands, operator) => {
  to.writePendingRestore();
  to.alignLine();
  to.markChanged();
  to.writeOperator(operator, operands, to.decimals(3));
};

const nextLine: OperatorHandler = (to, operands, operator) => {
  to.writePendingRestore();
  to.alignLine();
  to.writeOperator(operator, operands, 0);
};

const handlersFor = (operators: string, handler: OperatorHandler): [string, OperatorHandler][] =>
  operators.split(" ").map((operator) => [operator, handler]);

/** The handlers of all supported operators but `gs`. */
export const OPERATOR_HANDLERS: ReadonlyMap<string, OperatorHandler> = new Map<string, OperatorHandler>([
  ...handlersFor("g rg k", settingOf("fill", 3)),
  ...handlersFor("G RG K", settingOf("stroke", 3)),
  ...handlersFor("cs", settingOf("fill", 3)),
  ...handlersFor("CS", settingOf("stroke", 3)),
  ...handlersFor("sc scn", (to, operands, operator) => to.setColour("fill", operands, operator)),
  ...handlersFor("SC SCN", (to, operands, operator) => to.setColour("stroke", operands, operator)),
  ["w", lineWidth],
  ["d", dash],
  ["Tr", renderingMode],
  ...(["J", "j", "M"] as const).map((key): [string, OperatorHandler] => [key, settingOf(key, 3)]),
  ...(["Tf", "Tc", "Tw", "Tz", "Ts"] as const).map((key): [string, OperatorHandler] => [key, settingOf(key, 5)]),
  ...handlersFor("q", (to) => to.save()),
  ...handlersFor("Q", (to) => to.restore()),
  ...handlersFor("cm", (to, operands) => to.transform(operands)),
  ...handlersFor("Do sh f F f* S s B B* b b*", drawing),
  ["BI", inlineImage],
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
