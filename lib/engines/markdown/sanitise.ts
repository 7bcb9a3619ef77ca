import { Parser } from "htmlparser2";
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

/**
 * Raw HTML of a Markdown document, without what may run or does not belong into a page: elements and attributes of
 * GitHub's allow-list stay, others go, of some with all that is in them. Tags are taken one by one: Markdown may open an
 * element in one piece and close it in another.
 */
export const sanitise = (html: string): string => {
  let clean = "";
  let dropping = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (DROPPED.has(name)) dropping++;
        if (dropping > 0 || !ELEMENTS.has(name)) return;
        const kept = Object.entries(attributes).filter(([key, value]) => keeps(key, value));
        // Nobody can open them on paper.
        if (name === "details" && !("open" in attributes)) kept.push(["open", ""]);
        clean += `<${name}${kept.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join("")}>`;
      },
      onclosetag(name, implied) {
        if (DROPPED.has(name)) dropping--;
        else if (dropping === 0 && !implied && ELEMENTS.has(name) && !VOID.has(name)) clean += `</${name}>`;
      },
      ontext(text) {
        if (dropping === 0) clean += escapeHtml(text);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  // A closing tag alone is no element to the parser.
  const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(html)?.[1]?.toLowerCase();
  if (closing !== undefined) return ELEMENTS.has(closing) && !VOID.has(closing) ? `</${closing}>` : "";
  parser.end(html);
  return clean;
};
