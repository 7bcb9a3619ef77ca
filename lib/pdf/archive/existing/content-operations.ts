import { get } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { deflate } from "../../compress/repack.ts";
import { type Operation, operations } from "../../contents/operations.ts";
import { ContentTokens, printOperands, printOperation } from "../../contents/print.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Name, Stream } from "../../objects.ts";

/** The operators of ISO 32000-1, annex A. */
const OPERATORS = new Set(
  (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg " +
    "ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \""
  ).split(" "),
);
/** The rendering intents of ISO 32000-1, 8.6.5.8. */
export const RENDERING_INTENTS: ReadonlySet<string> = new Set([
  "RelativeColorimetric",
  "AbsoluteColorimetric",
  "Perceptual",
  "Saturation",
]);

/** Readers use no more digits of an operand. */
const DECIMALS = 10;

/** The letters at which some readers, veraPDF among them, end an inline image wherever they stand in its data. */
const EARLY_END = /EI[\0\t\n\f\r ]/;

const endsEarly = (data: Uint8Array): boolean => EARLY_END.test(Buffer.from(data).toString("latin1"));

/** Data in hexadecimal digits, which hold no `EI`. Adds their filter to the dictionary of the inline image. */
const inHexadecimal = (dict: Dict, data: Uint8Array): Buffer => {
  for (const [short, long, first] of [
    ["F", "Filter", new Name("AHx")],
    ["DP", "DecodeParms", null],
  ] as const) {
    const others = get(dict, short) ?? get(dict, long);
    dict.delete(long);
    if (short === "F" || others !== undefined)
      dict.set(short, [first, ...(others === undefined ? [] : [others].flat())]);
  }
  return Buffer.from(`${Buffer.from(data).toString("hex")}>`);
};

/** An inline image without LZW and interpolation, which PDF/A forbids (6.1.10 and 6.2.8), and with one end for all readers. */
const printInlineImage = ({ operands, data = Buffer.alloc(0) }: Operation, budget: Budget): Buffer => {
  const dict = new Map(operands[0] instanceof Map ? operands[0] : []);
  for (const key of ["I", "Interpolate", "Intent"]) dict.delete(key);
  const filter = get(dict, "F") ?? get(dict, "Filter");
  const isLzw = [filter].flat().some((name) => name instanceof Name && /^LZW/.test(name.text));
  let bytes: Uint8Array = data;
  if (isLzw) {
    const plain = plainData(new Stream(new Map(dict), data), budget);
    if (plain !== undefined) {
      for (const key of ["F", "Filter", "DP", "DecodeParms"]) dict.delete(key);
      dict.set("F", new Name("Fl"));
      bytes = deflate(plain);
    }
  }
  if (endsEarly(bytes)) bytes = inHexadecimal(dict, bytes);
  const entries = printOperands(
    [...dict].flatMap(([key, value]) => [new Name(key), value]),
    DECIMALS,
  );
  return Buffer.concat([Buffer.from(`BI ${entries} ID `, "latin1"), bytes, Buffer.from("\nEI\n")]);
};

/** Whether PDF/A forbids an operation, or a part of it, or readers may end it at different places. */
export const isFaulty = ({ operator, operands, data }: Operation): boolean => {
  if (operator === "BI") {
    const [dict] = operands;
    const filter = [get(dict, "F") ?? get(dict, "Filter")].flat();
    const isLzw = filter.some((name) => name instanceof Name && /^LZW/.test(name.text));
    if (isLzw || (data !== undefined && endsEarly(data))) return true;
    return get(dict, "I") === true || get(dict, "Interpolate") === true || get(dict, "Intent") !== undefined;
  }
  if (operator === "ri") return !(operands[0] instanceof Name) || !RENDERING_INTENTS.has(operands[0].text);
  return !OPERATORS.has(operator);
};

/** A content without the operators that PDF/A does not define, which readers ignore (6.2.2). */
export const withoutFaults = (content: Buffer, budget: Budget): Buffer => {
  const pieces: Buffer[] = [];
  let tokens = new ContentTokens();
  for (const operation of operations(content, budget)) {
    if (operation.operator === "BI") {
      pieces.push(Buffer.from(tokens.finish(), "latin1"), printInlineImage(operation, budget));
      tokens = new ContentTokens();
    } else if (!isFaulty(operation)) tokens.write(printOperation(operation.operator, operation.operands, DECIMALS));
  }
  pieces.push(Buffer.from(tokens.finish(), "latin1"));
  return Buffer.concat(pieces);
};

/** Numbers and strings that readers read in different ways: two signs, signs alone, exponents, many digits, half a byte. */
export const UNUSUAL = /[-+]{2}|\d[eE]|[\d.]{12}|<(?:[\da-fA-F]{2}){0,999}[\da-fA-F]>|(?<!\d)[-+.](?=[\s()[\]<])/;
