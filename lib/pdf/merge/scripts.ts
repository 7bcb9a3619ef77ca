import { bytesAt, get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { textString } from "../strings.ts";

/** Calls of Acrobat's JavaScript whose texts are names of fields, or lists of them. */
const NAMING = new Set(["getField", "removeField", "resetForm", "submitForm", "AFSimple_Calculate"]);

/** Longer scripts are left as they are. */
const SCRIPT_LIMIT_BYTES = 1_048_576;

const isWord = (character: string): boolean => /[\w$]/.test(character);

/** The offset behind a text in quotes that begins here; the script's end where it does not end. */
const quoteEnd = (script: string, from: number): number => {
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === script[from]) return at + 1;
  }
  return script.length;
};

/** The offset behind a word that is sought from an offset on; the script's end where it does not come. */
const behind = (script: string, word: string, from: number): number => {
  const at = script.indexOf(word, from);
  return at < 0 ? script.length : at + word.length;
};

/** A script in pieces: texts in quotes, comments, words, and single characters. */
function* piecesOf(script: string): Generator<string> {
  for (let at = 0; at < script.length; ) {
    const from = at;
    const character = script[at]!;
    if (character === '"' || character === "'") at = quoteEnd(script, at);
    else if (script.startsWith("//", at)) at = behind(script, "\n", at);
    else if (script.startsWith("/*", at)) at = behind(script, "*/", at + 2);
    else if (!isWord(character)) at++;
    else while (at < script.length && isWord(script[at]!)) at++;
    yield script.slice(from, at);
  }
}

/** The name that a field has now, told by its full name; fields in it follow. */
export const nowNamed = (name: string, renamed: ReadonlyMap<string, string>): string => {
  const [top = "", ...below] = name.split(".");
  return [renamed.get(top) ?? top, ...below].join(".");
};

/** A text in quotes with its fields' new names; it may list several, with commas between. */
const requoted = (text: string, renamed: ReadonlyMap<string, string>): string => {
  const quote = text[0]!;
  if (text.includes("\\")) return text;
  const names = text.slice(1, -1).split(",");
  const now = names.map((name) => name.replace(name.trim(), () => nowNamed(name.trim(), renamed)));
  return quote + now.join(",") + quote;
};

/** A script in which the calls that name fields name them as they are called now. */
export const renameInScript = (script: string, renamed: ReadonlyMap<string, string>): string => {
  let word = "";
  let now = "";
  const calls: boolean[] = [];
  for (const piece of piecesOf(script)) {
    const first = piece[0]!;
    const quoted = (first === '"' || first === "'") && piece.length > 1 && piece.endsWith(first);
    now += quoted && calls.at(-1) === true ? requoted(piece, renamed) : piece;
    if (piece === "(") calls.push(NAMING.has(word) || calls.at(-1) === true);
    else if (piece === ")") calls.pop();
    if (!/^\s$/.test(piece)) word = isWord(first) ? piece : "";
  }
  return now;
};

/** A text string as text (ISO 32000-2, 7.9.2.2): with a mark UTF-16, else one character a byte. */
const textOf = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes);
  if (buffer[0] === 254 && buffer[1] === 255)
    return buffer
      .subarray(2, buffer.length & ~1)
      .swap16()
      .toString("utf16le");
  return buffer.toString("latin1");
};

/** A script's text, from the string or stream that holds it. */
const scriptOf = (value: Value | undefined, budget: Budget): string | undefined => {
  const direct = resolve(value);
  const data = direct instanceof Stream ? budget.lend(() => plainData(direct, budget)) : direct;
  return data instanceof Uint8Array && data.length <= SCRIPT_LIMIT_BYTES ? textOf(data) : undefined;
};

/** Has an action follow fields that have new names: in its script, or in the list of fields that it hides, sends or clears. */
export const renameInAction = (action: Dict, renamed: ReadonlyMap<string, string>, budget: Budget): void => {
  if (nameAt(action, "S") === "JavaScript") {
    const script = scriptOf(action.get("JS"), budget);
    const now = script === undefined ? undefined : renameInScript(script, renamed);
    if (now === undefined || now === script) return;
    const isStream = resolve(action.get("JS")) instanceof Stream;
    action.set("JS", isStream ? new Ref(new Stream(new Map(), textString(now))) : textString(now));
    return;
  }
  const key = { Hide: "T", SubmitForm: "Fields", ResetForm: "Fields" }[nameAt(action, "S") ?? ""];
  if (key === undefined) return;
  const follow = (value: Value): Value => {
    const name = resolve(value);
    return name instanceof Uint8Array ? textString(nowNamed(textOf(name), renamed)) : value;
  };
  const fields = get(action, key);
  if (Array.isArray(fields)) action.set(key, fields.map(follow));
  else if (bytesAt(action, key) !== undefined) action.set(key, follow(action.get(key)!));
};

/** The name of a field as scripts write it. */
export const fieldName = textOf;
