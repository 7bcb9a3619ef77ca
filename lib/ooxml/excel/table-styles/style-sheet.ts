import { unescapeXml } from "../../markup.ts";
import { attributesIn, elementEnd, localName, nextTag, type XmlTag } from "../../tags.ts";
import { FONT_PROPERTIES, type Format, SIDES, type TableStyle } from "./format.ts";

/** An element with its markup, and that of its content. */
export interface MarkupElement {
  readonly name: string;
  readonly xml: string;
  readonly content: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const elementOf = (xml: string, tag: XmlTag, end: number): MarkupElement => {
  const close = tag.isEmpty ? tag.end : xml.lastIndexOf("<", end - 1);
  return {
    name: localName(tag.name),
    xml: xml.slice(tag.start, end),
    content: xml.slice(tag.end, Math.max(close, tag.end)),
    attributes: new Map(attributesIn(xml, tag).map(({ name, value }) => [localName(name), value])),
  };
};

/** The elements of markup that are in no other element. */
export const elementsOf = (xml: string): MarkupElement[] => {
  const found: MarkupElement[] = [];
  for (let tag = nextTag(xml, 0); tag !== undefined; ) {
    const end = tag.isEnd ? tag.end : elementEnd(xml, tag);
    if (!tag.isEnd) found.push(elementOf(xml, tag, end));
    tag = nextTag(xml, end);
  }
  return found;
};

const LISTS = ["fonts", "fills", "borders", "cellXfs"] as const;
type StyleList = (typeof LISTS)[number];

/** A list of a style sheet: its elements, and where more of them are added. */
interface List {
  readonly items: MarkupElement[];
  readonly end: number;
}

const SIDES_OF_STYLE = [...SIDES, "vertical", "horizontal"];

/** A fill of cells for one of a differential format, whose background is the colour of a solid fill (18.8.14). */
const fillOf = (xml: string): string | undefined => {
  const pattern = elementsOf(xml)[0];
  if (pattern?.name !== "patternFill") return pattern === undefined ? undefined : `<fill>${xml}</fill>`;
  const type = pattern.attributes.get("patternType") ?? "solid";
  if (type !== "solid") return type === "none" ? undefined : `<fill>${xml}</fill>`;
  const colours = new Map(elementsOf(pattern.content).map((element) => [element.name, element]));
  const colour = colours.get("bgColor") ?? colours.get("fgColor");
  if (colour === undefined) return undefined;
  return `<fill><patternFill patternType="solid">${colour.xml.replace(/^<((?:[\w.-]{1,40}:)?)(?:bg|fg)Color/, "<$1fgColor")}</patternFill></fill>`;
};

/** Reads a differential format (18.8.14) as far as tables show it. */
const formatOf = (dxf: MarkupElement): Format => {
  const format: Record<string, string> = {};
  for (const part of elementsOf(dxf.content)) {
    if (part.name === "font") {
      for (const property of elementsOf(part.content))
        if (FONT_PROPERTIES.includes(property.name)) format[property.name] = property.xml;
    } else if (part.name === "fill") {
      const fill = fillOf(part.content);
      if (fill !== undefined) format["fill"] = fill;
    } else if (part.name === "border") {
      for (const side of elementsOf(part.content))
        if (SIDES_OF_STYLE.includes(side.name) && (side.attributes.get("style") ?? "none") !== "none")
          format[side.name] = ` style="${side.attributes.get("style")}">${side.content}`;
    }
  }
  return format;
};

/** The styles of a workbook (ECMA-376, part 1, 18.8.39), to which formats can be added. */
export class StyleSheet {
  readonly #xml: string;
  /** The declaration that added elements need; empty if elements of the style sheet have no prefix. */
  readonly #namespace: string = "";
  readonly #lists = new Map<StyleList, List>();
  readonly #added = new Map<StyleList, string[]>(LISTS.map((name) => [name, []]));
  readonly #places = new Map<string, number>();
  #dxfs: readonly MarkupElement[] = [];
  #tableStyles: readonly MarkupElement[] = [];

  constructor(xml: string) {
    this.#xml = xml;
    const root = nextTag(xml, 0);
    if (root?.name.includes(":")) {
      const prefix = root.name.slice(0, root.name.indexOf(":"));
      const declared = attributesIn(xml, root).find(({ name }) => name === `xmlns:${prefix}`);
      this.#namespace = ` xmlns="${declared?.value ?? ""}"`;
    }
    for (let tag = root && nextTag(xml, root.end); tag !== undefined && !tag.isEnd; ) {
      const end = elementEnd(xml, tag);
      const name = localName(tag.name);
      const list = LISTS.find((known) => known === name);
      const { content } = elementOf(xml, tag, end);
      if (list !== undefined && !tag.isEmpty) {
        this.#lists.set(list, { items: elementsOf(content), end: tag.end + content.length });
      } else if (name === "dxfs") this.#dxfs = elementsOf(content);
      else if (name === "tableStyles") this.#tableStyles = elementsOf(content);
      tag = nextTag(xml, end);
    }
  }

  /** Whether it has all lists to which formats are added. */
  get canGrow(): boolean {
    return LISTS.every((name) => (this.#lists.get(name)?.items.length ?? 0) > 0);
  }

  item(list: StyleList, index: number): MarkupElement | undefined {
    return this.#lists.get(list)?.items[index];
  }

  /** Adds an element without a prefix to a list, once; returns its index. */
  add(list: StyleList, element: string): number {
    const xml = element.replace(/^<\w{1,10}/, `$&${this.#namespace}`);
    const key = `${list} ${xml}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const added = this.#added.get(list) ?? [];
    const index = (this.#lists.get(list)?.items.length ?? 0) + added.push(xml) - 1;
    this.#places.set(key, index);
    return index;
  }

  /** A style of the workbook's own (18.8.40), by its name; undefined if there is none. */
  tableStyle(name: string): TableStyle | undefined {
    const style = this.#tableStyles.find(({ attributes }) => unescapeXml(attributes.get("name") ?? "") === name);
    if (style === undefined) return undefined;
    return new Map(
      elementsOf(style.content).map(({ attributes }) => {
        const dxf = this.#dxfs[Number(attributes.get("dxfId") ?? Number.NaN)];
        const size = Math.min(Math.max(Math.floor(Number(attributes.get("size") ?? 1)) || 1, 1), 9);
        return [attributes.get("type") ?? "", { format: dxf === undefined ? {} : formatOf(dxf), size }];
      }),
    );
  }

  /** Its markup with what was added; undefined if nothing was. */
  get result(): string | undefined {
    const additions = LISTS.map(
      (name) => [this.#lists.get(name)?.end ?? 0, this.#added.get(name)?.join("") ?? ""] as const,
    )
      .filter(([, text]) => text !== "")
      .toSorted(([one], [other]) => one - other);
    if (additions.length === 0) return undefined;
    let [result, at] = ["", 0];
    for (const [end, text] of additions) {
      result += this.#xml.slice(at, end) + text;
      at = end;
    }
    return result + this.#xml.slice(at);
  }
}
