import type { Warning } from "../../output/warnings.ts";
import { equationText } from "./equation-fields.ts";
import type { Field } from "./fields.ts";

/** Fields that Word draws, and LibreOffice does not. */
const UNDRAWN_FIELD = /^\s*(?:DISPLAYBARCODE|EQ|LISTNUM|MERGEBARCODE)\b/i;

/** A field that shows a text, and jumps to a place (17.16.5.24). */
const BUTTON_FIELD = /^\s*GOTOBUTTON\s{1,9}(?:"[^"]{1,200}"|[^\s"]{1,200})\s{1,9}([^\\]{1,500})/i;

const WRITTEN_ON_A_LINE: Warning = {
  code: "formatting-simplified",
  message: "A formula of an EQ field is printed on one line.",
};

const LEFT_OUT: Warning = {
  code: "field-left-out",
  message: "A field is not printed, such as LISTNUM, a bar code, or one with other fields in its code.",
};

/** What takes the place of a field that has no result to show. */
interface DrawnField {
  /** Undefined if the field stays. */
  readonly text?: string;
  readonly warning?: Warning;
}

/** What Word shows for a field without a result, as far as LibreOffice does not draw it. */
export const drawnField = ({ code, hasFieldsInCode }: Pick<Field, "code" | "hasFieldsInCode">): DrawnField => {
  const button = BUTTON_FIELD.exec(code)?.[1]?.trim();
  if (button !== undefined) return hasFieldsInCode ? { warning: LEFT_OUT } : { text: button };
  if (!UNDRAWN_FIELD.test(code)) return {};
  const formula = equationText(code);
  if (formula === undefined && /^\s*EQ\b/i.test(code)) return {};
  if (formula === undefined || hasFieldsInCode) return { warning: LEFT_OUT };
  if (formula === "") return {};
  const isSimplified = /\\[abfilorsx]/i.test(code) && [...formula].length > 1;
  return { text: formula, ...(isSimplified && { warning: WRITTEN_ON_A_LINE }) };
};
