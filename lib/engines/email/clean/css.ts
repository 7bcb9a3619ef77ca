import generate from "css-tree/generator";
import parse, { type CssNode } from "css-tree/parser";
import { tokenize, tokenTypes } from "css-tree/tokenizer";
import walk from "css-tree/walker";
import type { Addresses } from "./addresses.ts";

/** The classes of the elements that stand for the elements `html` and `body` of a message. */
export const STAND_INS = { html: "message-html", body: "message-body" } as const;

/** Functions that fetch what their strings name (CSS Images 4, CSS Values 4). */
const FETCHING_FUNCTION = /^(?:url|src|image|(?:-webkit-)?image-set)\($/i;

const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi;

/** CSS in which escapes are the characters that they stand for. */
const withoutEscapes = (css: string): string =>
  css.replace(ESCAPE, (_, hex: string | undefined, letter: string) => {
    if (hex === undefined) return letter;
    const point = Number.parseInt(hex, 16);
    return point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
  });

/** The text of a string or of an address, without its quotes or its function. */
const unwrapped = (text: string): string => {
  const inner = (/^url\(/i.test(text) ? text.slice(4, -1) : text).trim();
  const bare = /^["']/.test(inner) ? inner.slice(1, -1) : inner;
  return withoutEscapes(bare);
};

/** CSS values, or declarations, whose pictures are those of the message; others are `none`. */
const withOwnPictures = (css: string, addresses: Addresses): string => {
  const pieces: string[] = [];
  let isFetching = false;
  const picture = (text: string): string => {
    const name = addresses.pictureAt(unwrapped(text));
    return name === undefined ? "none" : `url("${name.replace(/["\\\n]/g, "")}")`;
  };
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (type === tokenTypes.Url) pieces.push(picture(text));
    else if (type === tokenTypes.Function && FETCHING_FUNCTION.test(withoutEscapes(text))) isFetching = true;
    else if (!isFetching) pieces.push(type === tokenTypes.BadUrl || type === tokenTypes.BadString ? "" : text);
    else if (type === tokenTypes.String) pieces.push(picture(text));
    else if (type === tokenTypes.RightParenthesis) isFetching = false;
  });
  return pieces.join("");
};

const KEPT_AT_RULES = /^(?:media|supports|(?:-webkit-)?keyframes|container)$/i;

const nameOf = ({ name }: CssNode): string => withoutEscapes(name ?? "").toLowerCase();

const has = (node: CssNode, test: (inner: CssNode) => boolean): boolean => {
  let isFound = false;
  walk(node, (inner) => {
    isFound ||= test(inner);
  });
  return isFound;
};

/** Whether a selector reaches outside the message, or cannot be read. */
const leadsOutside = (node: CssNode): boolean =>
  node.type === "Raw" || (node.type === "PseudoClassSelector" && nameOf(node).startsWith("host"));

/** Whether a declaration names a kind of page (CSS Paged Media 3, 4.4), which would begin the body on a page of its own. */
const isPageChoice = ({ type, property = "" }: CssNode): boolean =>
  type === "Declaration" && /^page$/i.test(withoutEscapes(property));

/** Takes out of a tree what leads outside the message, and writes it again. */
const cleaned = (sheet: CssNode, addresses: Addresses): string => {
  walk(sheet, (node, item, list) => {
    // The value of a declaration stands in no list.
    if (item == null || list == null) return;
    if (node.type === "Atrule" && !KEPT_AT_RULES.test(nameOf(node))) {
      if (nameOf(node) === "import") addresses.remote++;
      list.remove(item);
    } else if (node.type === "Rule" && node.prelude != null && has(node.prelude, leadsOutside)) list.remove(item);
    else if (node.type === "Raw" || isPageChoice(node)) list.remove(item);
    else if (node.type === "TypeSelector" && /^(?:html|body)$/.test(nameOf(node)))
      item.data = { type: "ClassSelector", name: STAND_INS[nameOf(node) as "html" | "body"] };
    else if (node.type === "PseudoClassSelector" && nameOf(node) === "root")
      item.data = { type: "ClassSelector", name: STAND_INS.html };
  });
  return withOwnPictures(generate(sheet), addresses);
};

/** The declarations of an attribute, without what they may not have. */
export const cleanedDeclarations = (css: string, addresses: Addresses): string =>
  cleaned(parse(css, { context: "declarationList", parseValue: false }), addresses);

/**
 * A style sheet of a message for its place in a page of others: it fetches nothing, chooses no paper, and reaches nothing but the
 * message, whose `html` and `body` are stand-ins.
 */
export const cleanedSheet = (css: string, addresses: Addresses): string =>
  // The text of a style element ends at its end tag, wherever that stands.
  cleaned(parse(css, { parseValue: false }), addresses).replaceAll("</", "<\\/");
