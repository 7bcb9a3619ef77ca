import { Budget } from "../budget.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import { isWhiteSpace } from "../read/characters.ts";
import { Keyword, Lexer } from "../read/lexer.ts";

/** One operator of a content stream with its operands (ISO 32000-2, 7.8.2). */
export interface Operation {
  operator: string;
  operands: Value[];
  /** The offset after the operator. */
  end: number;
  /** The data of an inline image (`BI`), whose only operand is its dictionary. */
  data?: Uint8Array;
}

const PRINTABLE_BYTES_AFTER_IMAGE = 16;

/** Whether the next bytes look like content, not like image data. */
const looksLikeContent = (bytes: Buffer, from: number, end: number): boolean => {
  for (let at = from; at < Math.min(from + PRINTABLE_BYTES_AFTER_IMAGE, end); at++) {
    const byte = bytes.readUInt8(at);
    if (!isWhiteSpace(byte) && (byte < 32 || byte > 126)) return false;
  }
  return true;
};

const isSpaceOrEnd = (bytes: Buffer, at: number, end: number): boolean => at >= end || isWhiteSpace(bytes[at]);

/** The end of an inline image's data: before an `EI` that stands between white space and is followed by content. */
const inlineImageEnd = (bytes: Buffer, from: number, end: number): { data: number; next: number } => {
  for (let at = bytes.indexOf("EI", from, "latin1"); at >= 0 && at < end; at = bytes.indexOf("EI", at + 2, "latin1")) {
    const alone = (at === from || isWhiteSpace(bytes[at - 1])) && isSpaceOrEnd(bytes, at + 2, end);
    if (alone && looksLikeContent(bytes, at + 2, end)) return { data: Math.max(from, at - 1), next: at + 2 };
  }
  return { data: end, next: end };
};

const inlineImage = (lexer: Lexer): Operation => {
  const dict: Dict = new Map();
  for (let key = lexer.next(); key instanceof Name; key = lexer.next()) dict.set(key.text, lexer.value());
  const from = lexer.position + 1;
  const { data, next } = inlineImageEnd(lexer.bytes, from, lexer.end);
  lexer.position = next;
  return { operator: "BI", operands: [dict], end: next, data: lexer.bytes.subarray(from, data) };
};

/**
 * What stands between the `ID` and the `EI` of an inline image, with the white space at its end, which may belong to the data;
 * undefined if no `EI` ends it.
 */
export const inlineImageBytes = (content: Buffer, { data, end }: Operation): Buffer | undefined => {
  if (data === undefined || content.toString("latin1", end - 2, end) !== "EI") return undefined;
  return content.subarray(data.byteOffset - content.byteOffset, end - 2);
};

/** What one operator may hold with its operands, in units of a budget: they are in memory at the same time. */
const OPERATION_LIMIT = 1_000_000;
/** Content is read and forgotten: eight units of reading cost one of the file's budget. */
const READING_PER_UNIT_LOG2 = 3;

/** Parses a content stream into operations. Throws OverBudget for an operation that is too large, and after the budget. */
export function* operations(content: Buffer, budget?: Budget): Generator<Operation> {
  const reading = new Budget(0, OPERATION_LIMIT, Number.POSITIVE_INFINITY);
  const lexer = new Lexer(content, 0, content.length, { budget: reading });
  let operands: Value[] = [];
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (!(token instanceof Keyword)) {
      operands.push(token);
      continue;
    }
    yield token.text === "BI" ? inlineImage(lexer) : { operator: token.text, operands, end: lexer.position };
    operands = [];
    budget?.spendValues(1 + ((OPERATION_LIMIT - reading.values) >> READING_PER_UNIT_LOG2));
    reading.values = OPERATION_LIMIT;
  }
}
