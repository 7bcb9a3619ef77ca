import { Tokenizer } from "htmlparser2";
import { isLink, isPicture } from "./addresses.ts";
import { escapeHtml } from "./escape.ts";

/** Elements that raw HTML may hold: GitHub's allow-list. */
const ELEMENTS = new Set(
  (
    "h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody tfoot " +
    "blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure figcaption " +
    "abbr bdo cite dfn mark small source span time wbr colgroup col bdi u center font"
  ).split(" "),
);

/** Elements whose content goes with them. */
const DROPPED = new Set(
  "script style title textarea xmp iframe noembed noframes plaintext template object svg math".split(" "),
);

const VOID = new Set(["br", "hr", "img", "wbr", "source", "col"]);

const ATTRIBUTES = new Set(
  (
    "abbr align alt border cellpadding cellspacing char charoff cite class clear color colspan compact coords datetime " +
    "dir face headers height href hspace id label lang longdesc name noshade nowrap open rel rev rowspan rules scope " +
    "shape size span src srcset start summary title type valign value vspace width"
  ).split(" "),
);

const keeps = (name: string, value: string): boolean => {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === "href" || name === "cite" || name === "longdesc") return isLink(value);
  if (name === "src") return isPicture(value);
  if (name === "srcset") return value.split(",").every((candidate) => isPicture(candidate.trim()));
  return true;
};

/** An element's opening tag, with what it keeps of its attributes. */
const openingTag = (name: string, attributes: ReadonlyMap<string, string>): string => {
  const kept = [...attributes].filter(([key, value]) => keeps(key, value));
  // Nobody can open them on paper.
  if (name === "details" && !attributes.has("open")) kept.push(["open", ""]);
  return `<${name}${kept.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join("")}>`;
};

/**
 * Raw HTML of a Markdown document, without what may run or does not belong into a page: elements and attributes of
 * GitHub's allow-list stay, others go, of some with all that is in them. Tags are taken one by one: Markdown may open an
 * element in one piece and close it in another.
 */
export const sanitise = (html: string): string => {
  let clean = "";
  let dropping = 0;
  let name = "";
  let attribute = "";
  let attributes = new Map<string, string>();
  const lower = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const nothing = () => {};
  const text = (value: string) => {
    if (dropping === 0) clean += escapeHtml(value);
  };
  const value = (part: string) => void attributes.set(attribute, attributes.get(attribute)! + part);
  const open = () => {
    if (DROPPED.has(name)) dropping++;
    else if (dropping === 0 && ELEMENTS.has(name)) clean += openingTag(name, attributes);
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
        // Of two attributes of one name the first holds (HTML, 13.2.5.33).
        if (attributes.has(attribute)) attribute = "";
        attributes.set(attribute, "");
      },
      onattribdata: (start, end) => value(html.slice(start, end)),
      onattribentity: (point) => value(String.fromCodePoint(point)),
      onattribend: nothing,
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag(start, end) {
        const closed = lower(start, end);
        if (DROPPED.has(closed)) dropping = Math.max(0, dropping - 1);
        else if (dropping === 0 && ELEMENTS.has(closed) && !VOID.has(closed)) clean += `</${closed}>`;
      },
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (point) => text(String.fromCodePoint(point)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return clean;
};
