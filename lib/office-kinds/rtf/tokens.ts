import type { TextRange } from "../../ooxml/tags.ts";

/** A token of RTF, and where it stands. `begin` and `end` are those of a group. */
export type RtfToken = TextRange &
  (
    | { readonly kind: "begin" }
    | { readonly kind: "end" }
    | { readonly kind: "control"; readonly word: string; readonly number: number | undefined }
    | { readonly kind: "bytes"; readonly bytes: Buffer }
  );

const CONTROL = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'([0-9a-fA-F]{2})|([^a-zA-Z]))/y;
const PLAIN = /[^\\{}\r\n]+/y;

/** The tokens of RTF, which has one character for each byte. The data of `\bin` are left out. */
export function* rtfTokens(rtf: string): Generator<RtfToken> {
  for (let at = 0; at < rtf.length; ) {
    const character = rtf[at];
    if (character === "{" || character === "}") {
      yield { kind: character === "{" ? "begin" : "end", start: at, end: at + 1 };
      at++;
    } else if (character === "\\") {
      CONTROL.lastIndex = at;
      const match = CONTROL.exec(rtf);
      if (match === null) {
        at++;
        continue;
      }
      const place = { start: at, end: CONTROL.lastIndex };
      at = place.end;
      const [, word, number, hex, symbol] = match;
      if (hex !== undefined) yield { ...place, kind: "bytes", bytes: Buffer.from(hex, "hex") };
      else if (word === "bin") at += Math.max(0, Number(number ?? 0));
      else
        yield {
          ...place,
          kind: "control",
          word: word ?? symbol ?? "",
          number: number === undefined ? undefined : Number(number),
        };
    } else if (character === "\r" || character === "\n") at++;
    else {
      PLAIN.lastIndex = at;
      PLAIN.exec(rtf);
      const place = { start: at, end: PLAIN.lastIndex };
      yield { ...place, kind: "bytes", bytes: Buffer.from(rtf.slice(at, place.end), "latin1") };
      at = place.end;
    }
  }
}
