import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { ServiceError } from "../../../errors/service-error.ts";
import { type Markup, markupOf } from "./markup.ts";

/** Functions that fetch what they name (CSS Images 4, CSS Values 4); `url` is judged by its address. */
const FETCHING_FUNCTIONS = new Set(["src(", "image(", "image-set(", "-webkit-image-set("]);

const DATA_URL = /^url\([\t\n\f\r ]*data:/i;
const DATA_STRING = /^["']data:/i;

/** Whether a token may stand in a template's CSS. `isAddress` is set for the text in `url("…")`. */
const isAllowed = (type: number, text: string, isAddress: boolean): boolean => {
  if (type === tokenTypes.String) return !isAddress || DATA_STRING.test(text);
  if (isAddress) return false;
  // An escape may hide the name of a function or of an at-rule.
  if (type === tokenTypes.BadString || type === tokenTypes.BadUrl || text.includes("\\")) return false;
  if (type === tokenTypes.Url) return DATA_URL.test(text);
  if (type === tokenTypes.Function) return !FETCHING_FUNCTIONS.has(text.toLowerCase());
  return type !== tokenTypes.AtKeyword || text.toLowerCase() !== "@import";
};

/** Whether CSS (a style sheet, or declarations) fetches nothing: its only addresses are `data:` URLs. */
const fetchesNothing = (css: string): boolean => {
  let isAddress = false;
  let isClean = true;
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (isAddress && type === tokenTypes.WhiteSpace) return;
    isClean &&= isAllowed(type, text, isAddress);
    isAddress = type === tokenTypes.Function && text.toLowerCase() === "url(";
  });
  return isClean;
};

const ELEMENTS = new Set(
  (
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em " +
    "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section " +
    "small span strike strong style sub sup table tbody td tfoot th thead time tr tt u ul var wbr"
  ).split(" "),
);

/** The tags of a whole document, which a template may have, but which mean nothing in it. */
const DOCUMENT_TAGS = new Set(["html", "head", "body", "meta"]);

const ATTRIBUTES = new Set(
  (
    "align alt bgcolor border cellpadding cellspacing class color colspan datetime dir face height hidden href id lang " +
    "media nowrap role rowspan size span src start style title type valign width"
  ).split(" "),
);

const OWN_ATTRIBUTE = /^(?:aria|data)-/;
const DATA_IMAGE = /^data:image\/(?:avif|gif|jpeg|png|svg\+xml|webp)[;,]/i;
const LINK = /^(?:https?:\/\/|mailto:)/i;

const refuse = (what: string): never => {
  throw new ServiceError("INVALID_REQUEST", what);
};

/** The character references that HTML needs in a value. */
const CHARACTERS = new Map(
  Object.entries({ amp: "&", quot: '"', apos: "'", lt: "<", gt: ">", "#39": "'", "#34": '"' }),
);

const decoded = (value: string): string =>
  value.replaceAll(/&(\w+|#3[49]);/g, (reference, name: string) => CHARACTERS.get(name) ?? reference);

const hasOtherReference = (value: string): boolean => /&(?!(?:amp|quot|apos|lt|gt|#39|#34);)[a-z#]/i.test(value);

const checkAttribute = (element: string, name: string, value: string): void => {
  if (!ATTRIBUTES.has(name) && !OWN_ATTRIBUTE.test(name)) refuse(`must not hold the attribute ${name}`);
  if (!["href", "src", "style"].includes(name)) return;
  const plain = decoded(value).trim();
  if (hasOtherReference(value)) refuse(`must hold no character references but &amp; and &quot; in ${name}`);
  if (name === "style" && !fetchesNothing(plain)) refuse("must fetch nothing: CSS may only use data: URLs");
  if (name === "src" && (element !== "img" || !DATA_IMAGE.test(plain)))
    refuse("must fetch nothing: the src of a picture may only be a data: URL");
  if (name === "href" && (element !== "a" || !LINK.test(plain))) refuse("must hold no links but to http and https");
};

const startTag = (name: string, attributes: ReadonlyMap<string, string>): string => {
  for (const [attribute, value] of attributes) checkAttribute(name, attribute, value);
  const written = [...attributes].map(([attribute, value]) => ` ${attribute}="${value.replaceAll('"', "&quot;")}"`);
  return `<${name}${written.join("")}>`;
};

const written = (piece: Markup, isInStyle: boolean): string => {
  if (piece.kind === "text") {
    if (isInStyle && !fetchesNothing(piece.text)) refuse("must fetch nothing: CSS may only use data: URLs");
    return piece.text;
  }
  if (DOCUMENT_TAGS.has(piece.name)) return "";
  if (!ELEMENTS.has(piece.name)) refuse(`must not hold the element ${piece.name}`);
  return piece.kind === "end" ? `</${piece.name}>` : startTag(piece.name, piece.attributes);
};

/**
 * A header or footer template as Chromium may print it: HTML and CSS that run no script and fetch nothing. Throws
 * INVALID_REQUEST, saying what is wrong, for any other.
 */
export const checkedTemplate = (html: string): string => {
  const pieces = markupOf(html) ?? refuse("must be HTML that is written in full, with &lt; for <");
  const isStyle = (piece: Markup | undefined) => piece?.kind === "start" && piece.name === "style";
  return pieces.map((piece, index) => written(piece, isStyle(pieces[index - 1]))).join("");
};
