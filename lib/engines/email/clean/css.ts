import generate from "css-tree/generator";
import parse, { type CssNode } from "css-tree/parser";
import { tokenize, tokenTypes } from "css-tree/tokenizer";
import walk from "css-tree/walker";
import type { PictureUrls } from "./picture-urls.ts";

/** The classes of the `div` elements that replace the elements `html` and `body` of a message. */
export const STAND_INS = { html: "message-html", body: "message-body" } as const;

/** Functions that fetch what their strings name (CSS Images 4, CSS Values 4). */
const FETCHING_FUNCTION = /^(?:url|src|image|(?:-webkit-)?image-set)\($/i;

const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi;

/** Replaces the escapes in CSS by the characters that they stand for. */
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

/** Replaces the URLs of pictures in CSS: by those in the page, or by `none`. */
const withOwnPictures = (css: string, addresses: PictureUrls): string => {
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

/** Whether a selector matches elements outside the message, or cannot be read. */
const reachesOutside = (node: CssNode): boolean =>
  node.type === "Raw" || (node.type === "PseudoClassSelector" && nameOf(node).startsWith("host"));

/** Whether a declaration names a page (CSS Paged Media 3, 4.4), which would begin the body on a page of its own. */
const isPageChoice = ({ type, property = "" }: CssNode): boolean =>
  type === "Declaration" && /^page$/i.test(withoutEscapes(property));

/** The CSS of a tree without what reaches outside the message. */
const cleanTree = (sheet: CssNode, addresses: PictureUrls): string => {
  walk(sheet, (node, item, list) => {
    // The value of a declaration stands in no list.
    if (item == null || list == null) return;
    if (node.type === "Atrule" && !KEPT_AT_RULES.test(nameOf(node))) {
      if (nameOf(node) === "import") addresses.remoteCount++;
      list.remove(item);
    } else if (node.type === "Rule" && node.prelude != null && has(node.prelude, reachesOutside)) list.remove(item);
    else if (node.type === "Raw" || isPageChoice(node)) list.remove(item);
    else if (node.type === "TypeSelector" && /^(?:html|body)$/.test(nameOf(node)))
      item.data = { type: "ClassSelector", name: STAND_INS[nameOf(node) as "html" | "body"] };
    else if (node.type === "PseudoClassSelector" && nameOf(node) === "root")
      item.data = { type: "ClassSelector", name: STAND_INS.html };
  });
  return withOwnPictures(generate(sheet), addresses);
};

/** Cleans the declarations of a `style` attribute. */
export const cleanDeclarations = (css: string, addresses: PictureUrls): string =>
  cleanTree(parse(css, { context: "declarationList", parseValue: false }), addresses);

/**
 * Cleans a style sheet of a message for a page with other messages: it fetches nothing, names no page, and matches only elements of
 * the message.
 */
export const cleanStyleSheet = (css: string, addresses: PictureUrls): string =>
  // A style element ends at `</style>` even within a string or a comment.
  cleanTree(parse(css, { parseValue: false }), addresses).replaceAll("</", "<\\/");
