import { type TokenizerCallbacks as Callbacks, Tokenizer } from "htmlparser2";
import { defineMdastPlugin } from "satteri";
import { escapeHtml } from "../escape-html.ts";
import { isAllowedImage, isAllowedLink } from "./addresses.ts";

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
  // Nobody can open it on paper.
  if (name === "details" && !attributes.has("open")) kept.push(["open", ""]);
  return `<${name}${kept.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join("")}>`;
};

const ignore = (): void => {};

/**
 * Collects the allowed part of HTML from a tokenizer's tags and texts. One class, because the tokenizer calls its methods.
 */
class Sanitiser implements Callbacks {
  result = "";
  readonly #html: string;
  #droppedDepth = 0;
  #name = "";
  #attribute = "";
  #attributes = new Map<string, string>();

  constructor(html: string) {
    this.#html = html;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#lowerCase(start, end);
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#lowerCase(start, end);
    // The first of two attributes with the same name counts (HTML, 13.2.5.33).
    if (this.#attributes.has(this.#attribute)) this.#attribute = "";
    this.#attributes.set(this.#attribute, "");
  }

  onattribdata(start: number, end: number): void {
    this.#addValue(this.#html.slice(start, end));
  }

  onattribentity(codePoint: number): void {
    this.#addValue(String.fromCodePoint(codePoint));
  }

  onopentagend(): void {
    if (DROPPED_ELEMENTS.has(this.#name)) this.#droppedDepth++;
    else if (this.#droppedDepth === 0 && ALLOWED_ELEMENTS.has(this.#name)) {
      this.result += openingTag(this.#name, this.#attributes);
    }
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#lowerCase(start, end);
    if (DROPPED_ELEMENTS.has(name)) this.#droppedDepth = Math.max(0, this.#droppedDepth - 1);
    else if (this.#droppedDepth === 0 && ALLOWED_ELEMENTS.has(name) && !VOID_ELEMENTS.has(name)) {
      this.result += `</${name}>`;
    }
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  readonly onattribend = ignore;
  readonly oncdata = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onprocessinginstruction = ignore;
  readonly onend = ignore;

  #lowerCase(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }

  #addValue(part: string): void {
    this.#attributes.set(this.#attribute, (this.#attributes.get(this.#attribute) ?? "") + part);
  }

  #addText(text: string): void {
    if (this.#droppedDepth === 0) this.result += escapeHtml(text);
  }
}

/**
 * Sanitises raw HTML of a Markdown document: elements and attributes of GitHub's allow-list stay, others are removed, some
 * with their content. It works tag by tag, because Markdown may open an element in one piece of HTML and close it in
 * another.
 */
const sanitise = (html: string): string => {
  const sanitiser = new Sanitiser(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, sanitiser);
  tokenizer.write(html);
  tokenizer.end();
  return sanitiser.result;
};

/** Sanitises the raw HTML of a document. It has to run before the plug-ins that insert HTML. */
export const sanitiseRawHtml = () =>
  defineMdastPlugin({
    name: "raw-html",
    html(node, context) {
      context.setProperty(node, "value", sanitise(node.value));
    },
  });
