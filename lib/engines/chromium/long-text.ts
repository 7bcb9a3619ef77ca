import { randomUUID } from "node:crypto";

/** A longer text is sent in slices, between which the serving thread does other work. */
const SLICE_CHARACTERS = 262_144;

const textByToken = new Map<string, string>();

/** A text for a command of the DevTools protocol. In the command `value` stands for it, until it is released. */
export interface CommandText {
  readonly value: string;
  release(): void;
}

/** A text for one command; a token stands for a long one, so that the command is short. */
export const commandText = (text: string): CommandText => {
  if (text.length <= SLICE_CHARACTERS) return { value: text, release: () => {} };
  const token = randomUUID();
  textByToken.set(token, text);
  return { value: token, release: () => void textByToken.delete(token) };
};

/** Whether a token in this message stands for a long text. */
export const hasLongText = (message: string): boolean =>
  message.length <= SLICE_CHARACTERS && [...textByToken.keys()].some((token) => message.includes(token));

/** The pieces of a message, with the long text in place of its token, as JSON (RFC 8259, 7). */
export function* piecesOf(message: string): Generator<string> {
  const [token = "", text = ""] = [...textByToken].find(([key]) => message.includes(key)) ?? [];
  const at = text === "" ? message.length : message.indexOf(token);
  yield message.slice(0, at);
  // A surrogate pair that is cut becomes two escapes, which JSON reads as the pair.
  for (let from = 0; from < text.length; from += SLICE_CHARACTERS)
    yield JSON.stringify(text.slice(from, from + SLICE_CHARACTERS)).slice(1, -1);
  yield message.slice(at + token.length);
}
