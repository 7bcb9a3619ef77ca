import { Parser } from "htmlparser2";
import { escapeHtml } from "../../escape-html.ts";
import { cleanDeclarations, cleanStyleSheet, STAND_INS } from "./css.ts";
import type { PictureUrls } from "./picture-urls.ts";

/** The elements that are kept. Of others only the content is kept. */
const ELEMENTS = new Set(
  (
    "a abbr acronym address area article aside b bdi bdo big blockquote br button caption center cite code col colgroup dd del " +
    "details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label " +
    "legend li main map mark menu nav nobr ol optgroup option p pre q s samp section select small span strike strong style sub " +
    "summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr"
  ).split(" "),
);

const VOID_ELEMENTS = new Set("area br col hr img input wbr".split(" "));

/** Elements that are removed with their content. */
const DROPPED_ELEMENTS = new Set(
  "script template title head-title iframe frame frameset object embed applet noembed noframes".split(" "),
);
/** Elements that run, fetch or play something, which a warning reports. */
const ACTIVE_ELEMENTS = new Set("script iframe frame object embed applet video audio".split(" "));

const ATTRIBUTES = new Set(
  (
    "abbr align alt bgcolor border cellpadding cellspacing char checked class clear color cols colspan compact coords datetime dir " +
    "disabled face frame headers height hspace id label lang name noshade nowrap open placeholder reversed role rows rowspan rules " +
    "scope selected shape size span start style summary title type valign value vspace width"
  ).split(" "),
);

const LINK = /^(?:https?:|mailto:|tel:)/i;
/** Levels of elements that are kept. Of deeper ones only the content is kept. */
const DEPTH_LIMIT = 400;

/** Collects the harmless part of a message's HTML. It is one class, because the events of the parser share its state. */
class Cleaner {
  readonly #pieces: string[] = [];
  readonly #addresses: PictureUrls;
  /** The names of the open elements. */
  readonly #open: string[] = [];
  #dropped: string | undefined;
  #droppedDepth = 0;
  #sheet: string[] | undefined;
  hasActiveContent = false;

  constructor(addresses: PictureUrls) {
    this.#addresses = addresses;
  }

  get html(): string {
    return (
      this.#pieces.join("") +
      this.#open
        .toReversed()
        .map((name) => `</${name}>`)
        .join("")
    );
  }

  begin(name: string, attributes: Readonly<Partial<Record<string, string>>>): void {
    if (this.#dropped !== undefined) {
      if (name === this.#dropped) this.#droppedDepth++;
      return;
    }
    this.hasActiveContent ||= ACTIVE_ELEMENTS.has(name);
    if (DROPPED_ELEMENTS.has(name)) {
      this.#dropped = name;
      this.#droppedDepth = 1;
    } else if (name === "link" && /stylesheet/i.test(attributes["rel"] ?? "")) this.#addresses.remoteCount++;
    else if (name === "style") this.#sheet = [];
    else if (name === "html" || name === "body") this.#openStandIn(name, attributes);
    else if (ELEMENTS.has(name) && this.#open.length < DEPTH_LIMIT) this.#openElement(name, attributes);
  }

  text(text: string): void {
    if (this.#dropped !== undefined) return;
    if (this.#sheet === undefined) this.#pieces.push(escapeHtml(text));
    else this.#sheet.push(text);
  }

  end(name: string): void {
    if (this.#dropped !== undefined) {
      if (name === this.#dropped && --this.#droppedDepth === 0) this.#dropped = undefined;
      return;
    }
    if (name === "style") {
      const sheet = this.#sheet?.join("") ?? "";
      this.#sheet = undefined;
      if (sheet.trim() !== "") this.#pieces.push(`<style>${cleanStyleSheet(sheet, this.#addresses)}</style>`);
    } else this.#close(name === "html" || name === "body" ? "div" : name, name);
  }

  #openStandIn(name: "html" | "body", attributes: Readonly<Partial<Record<string, string>>>): void {
    const { class: classes = "", style = "", bgcolor, text, ...others } = attributes;
    const colour = (property: string, value: string | undefined) =>
      value !== undefined && /^#?\w{1,30}$/.test(value) ? `${property}:${value};` : "";
    const own = colour("background-color", bgcolor) + colour("color", text) + style;
    this.#openElement("div", { ...others, class: `${STAND_INS[name]} ${classes}`, style: own });
  }

  #openElement(name: string, attributes: Readonly<Partial<Record<string, string>>>): void {
    const kept = new Map<string, string>();
    for (const [key, value] of Object.entries(attributes)) {
      const [cleanKey, clean] = this.#cleanAttribute(name, key, value ?? "") ?? [];
      if (cleanKey === undefined || clean === undefined) continue;
      // A background becomes a style, and the element may have another one.
      kept.set(cleanKey, kept.has(cleanKey) ? `${kept.get(cleanKey)};${clean}` : clean);
    }
    const written = [...kept].map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
    this.#pieces.push(`<${name}${written.join("")}>`);
    if (!VOID_ELEMENTS.has(name)) this.#open.push(name);
  }

  #cleanAttribute(element: string, name: string, value: string): readonly [name: string, value: string] | undefined {
    if (name === "style") return value === "" ? undefined : [name, cleanDeclarations(value, this.#addresses)];
    if (name === "href")
      return /^(?:a|area)$/.test(element) && LINK.test(value.trim()) ? [name, value.trim()] : undefined;
    const isPicture = (name === "src" && (element === "img" || element === "input")) || name === "background";
    if (isPicture) {
      const picture = this.#addresses.pictureAt(value, element === "img" && name === "src");
      if (picture === undefined) return undefined;
      return name === "src" ? [name, picture] : ["style", `background-image:url("${picture.replace(/["\\\n]/g, "")}")`];
    }
    if (name === "type" && element === "input" && /^(?:file|image|hidden)$/i.test(value)) return [name, "text"];
    return ATTRIBUTES.has(name) || name.startsWith("aria-") ? [name, value] : undefined;
  }

  /** Closes an element, and those in it that are still open. The end tag of an element that is not open is ignored. */
  #close(name: string, asked: string): void {
    if (VOID_ELEMENTS.has(name) || (!ELEMENTS.has(asked) && asked !== "html" && asked !== "body")) return;
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return;
    for (const open of this.#open.splice(at).toReversed()) this.#pieces.push(`</${open}>`);
  }
}

interface CleanHtml {
  readonly html: string;
  readonly hasActiveContent: boolean;
}

/** Cleans the HTML of a message for a page with other messages: without scripts, frames, forms and pictures of the network. */
export const cleanHtml = (html: string, addresses: PictureUrls): CleanHtml => {
  const cleaner = new Cleaner(addresses);
  const parser = new Parser({
    onopentag: (name, attributes) => cleaner.begin(name, attributes),
    ontext: (text) => cleaner.text(text),
    onclosetag: (name) => cleaner.end(name),
  });
  parser.end(html);
  return { html: cleaner.html, hasActiveContent: cleaner.hasActiveContent };
};
