/** A piece of a template: a tag with its attributes, whose values are as written, or text. */
export type Markup =
  | { readonly kind: "start"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "end"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

const SKIPPED = /<!--[\s\S]*?-->|<!doctype\b[^<>]*>/iy;
const END_TAG = /<\/([a-z][a-z0-9]*)[\t\n\f\r ]*>/iy;
const START_TAG = /<([a-z][a-z0-9]*)/iy;
const ATTRIBUTE =
  /[\t\n\f\r ]+([a-z][a-z0-9-]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r "'<=>`]+)))?/iy;
const TAG_END = /[\t\n\f\r ]*\/?>/y;
const TEXT = /[^<]+/y;
const STYLE_CONTENT = /([^<]*)<\/style[\t\n\f\r ]*>/iy;

/**
 * Splits HTML into tags and texts. It knows only what is written in full: undefined for anything that a browser would have
 * to repair, so that no two parsers can read it differently.
 */
export const markupOf = (html: string): Markup[] | undefined => {
  const found: Markup[] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(html);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const attributes = (): Map<string, string> => {
    const values = new Map<string, string>();
    for (let match = next(ATTRIBUTE); match !== null; match = next(ATTRIBUTE)) {
      const [, name = "", double, single, bare = ""] = match;
      // The first of two attributes with the same name counts (HTML, 13.2.5.33).
      if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), double ?? single ?? bare);
    }
    return values;
  };
  while (at < html.length) {
    if (next(SKIPPED)) continue;
    const text = next(TEXT);
    const end = text === null ? next(END_TAG) : null;
    const start = text === null && end === null ? next(START_TAG) : null;
    const name = (end?.[1] ?? start?.[1] ?? "").toLowerCase();
    if (text) found.push({ kind: "text", text: text[0] });
    else if (end) found.push({ kind: "end", name });
    else if (start) {
      found.push({ kind: "start", name, attributes: attributes() });
      if (next(TAG_END) === null) return undefined;
      if (name !== "style") continue;
      // The content of a style sheet is no markup: a browser reads it up to its end tag, whatever stands there.
      const content = next(STYLE_CONTENT);
      if (content === null) return undefined;
      const [, style = ""] = content;
      found.push({ kind: "text", text: style }, { kind: "end", name });
    } else return undefined;
  }
  return found;
};
