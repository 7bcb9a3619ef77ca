import { Tokenizer } from "htmlparser2";
import { isAllowedImage, isAllowedLink } from "./addresses.ts";
import { escapeHtml } from "./escape.ts";

/** The elements of GitHub's allow-list. */
const ALLOWED_ELEMENTS = new Set(
  (
    "h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody tfoot " +
    "blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure figcaption " +
    "abbr bdo cite dfn mark small source span time wbr colgroup col bdi u center font"
  ).split(" "),
);

/** Elements that are removed with their content. */
const DROPPED_ELEMENTS = new Set(
  "script style title textarea xmp iframe noembed noframes plaintext template object svg math".split(" "),
);

const VOID_ELEMENTS = new Set(["br", "hr", "img", "wbr", "source", "col"]);

const ALLOWED_ATTRIBUTES = new Set(
  (
    "abbr align alt border cellpadding cellspacing char charoff cite class clear color colspan compact coords datetime " +
    "dir face headers height href hspace id label lang longdesc name noshade nowrap open rel rev rowspan rules scope " +
    "shape size span src srcset start summary title type valign value vspace width"
  ).split(" "),
);

const isAllowedAttribute = (name: string, value: string): boolean => {
  if (!ALLOWED_ATTRIBUTES.has(name)) return false;
  if (name === "href" || name === "cite" || name === "longdesc") return isAllowedLink(value);
  if (name === "src") return isAllowedImage(value);
  if (name === "srcset") return value.split(",").every((candidate) => isAllowedImage(candidate.trim()));
  return true;
};

/** An element's opening tag, with its allowed attributes. */
const openingTag = (name: string, attributes: ReadonlyMap<string, string>): string => {
  const kept = [...attributes].filter(([key, value]) => isAllowedAttribute(key, value));
  // On paper nobody can open it.
  if (name === "details" && !attributes.has("open")) kept.push(["open", ""]);
  return `<${name}${kept.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join("")}>`;
};

/**
 * Sanitises raw HTML of a Markdown document: elements and attributes of GitHub's allow-list stay, others are removed, some
 * with their content. It works tag by tag, because Markdown may open an element in one piece of HTML and close it in
 * another.
 */
export const sanitise = (html: string): string => {
  let sanitised = "";
  let droppedDepth = 0;
  let name = "";
  let attribute = "";
  let attributes = new Map<string, string>();
  const lower = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const ignore = () => {};
  const text = (value: string) => {
    if (droppedDepth === 0) sanitised += escapeHtml(value);
  };
  const value = (part: string) => void attributes.set(attribute, attributes.get(attribute)! + part);
  const open = () => {
    if (DROPPED_ELEMENTS.has(name)) droppedDepth++;
    else if (droppedDepth === 0 && ALLOWED_ELEMENTS.has(name)) sanitised += openingTag(name, attributes);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        name = lower(start, end);
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = lower(start, end);
        // The first of two attributes with the same name counts (HTML, 13.2.5.33).
        if (attributes.has(attribute)) attribute = "";
        attributes.set(attribute, "");
      },
      onattribdata: (start, end) => value(html.slice(start, end)),
      onattribentity: (point) => value(String.fromCodePoint(point)),
      onattribend: ignore,
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(start, end) {
        const closed = lower(start, end);
        if (DROPPED_ELEMENTS.has(closed)) droppedDepth = Math.max(0, droppedDepth - 1);
        else if (droppedDepth === 0 && ALLOWED_ELEMENTS.has(closed) && !VOID_ELEMENTS.has(closed))
          sanitised += `</${closed}>`;
      },
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (point) => text(String.fromCodePoint(point)),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return sanitised;
};
