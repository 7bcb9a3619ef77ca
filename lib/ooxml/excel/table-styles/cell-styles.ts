import { escapeXml } from "../../markup.ts";
import { FONT_PROPERTIES, type Format, SIDES } from "./format.ts";
import { elementsOf, type MarkupElement, type StyleSheet } from "./style-sheet.ts";

/** The most formats of cells that are added to a workbook. Excel allows 65,490 in all. */
const ADDED_STYLES_LIMIT = 10_000;

const byName = (element: MarkupElement | undefined): Map<string, MarkupElement> =>
  new Map(element === undefined ? [] : elementsOf(element.content).map((child) => [child.name, child]));

/** Applies the formats of tables to their cells. A cell's own format has priority. */
export class CellStyles {
  readonly #styles: StyleSheet;
  readonly #known = new Map<string, number>();
  readonly #defaultFont: ReadonlyMap<string, MarkupElement>;

  constructor(styles: StyleSheet) {
    this.#styles = styles;
    this.#defaultFont = byName(styles.item("fonts", 0));
  }

  /** The number of the format of a cell with format `own` in a place of a table with this format. `key` is the place's. */
  merged(own: number, format: Format, key: string): number {
    const place = `${own} ${key}`;
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const xf = this.#styles.item("cellXfs", own);
    const merged = xf === undefined || this.#known.size >= ADDED_STYLES_LIMIT ? own : this.#merge(xf, format, own);
    this.#known.set(place, merged);
    return merged;
  }

  #merge(xf: MarkupElement, format: Format, own: number): number {
    const part = (name: string) => Number(xf.attributes.get(name) ?? 0);
    const ids = {
      fontId: this.#font(part("fontId"), format),
      fillId: this.#fill(part("fillId"), format),
      borderId: this.#border(part("borderId"), format),
    };
    if (Object.entries(ids).every(([name, id]) => id === part(name))) return own;
    const attributes = new Map(xf.attributes);
    for (const [name, id] of Object.entries(ids)) {
      attributes.set(name, String(id));
      attributes.set(`apply${name.charAt(0).toUpperCase()}${name.slice(1, -2)}`, "1");
    }
    const text = [...attributes].map(([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`).join("");
    return this.#styles.add("cellXfs", `<xf${text}>${xf.content}</xf>`);
  }

  #font(id: number, format: Format): number {
    const font = this.#styles.item("fonts", id);
    const own = byName(font);
    const isOwn = (name: string) => own.has(name) && own.get(name)?.xml !== this.#defaultFont.get(name)?.xml;
    const taken = FONT_PROPERTIES.filter((name) => format[name] !== undefined && !isOwn(name));
    if (font === undefined || taken.length === 0) return id;
    const kept = [...own.values()].filter(({ name }) => !taken.includes(name));
    const content = [...taken.map((name) => format[name]), ...kept.map(({ xml }) => xml)].join("");
    return this.#styles.add("fonts", `<font>${content}</font>`);
  }

  #fill(id: number, format: Format): number {
    const fill: string | undefined = format["fill"];
    const pattern = byName(this.#styles.item("fills", id));
    const own = pattern.get("patternFill");
    const isEmpty =
      pattern.size === 0 || (own !== undefined && (own.attributes.get("patternType") ?? "none") === "none");
    return fill === undefined || !isEmpty ? id : this.#styles.add("fills", fill);
  }

  #border(id: number, format: Format): number {
    const border = this.#styles.item("borders", id);
    const own = byName(border);
    const isOwn = (side: string) => (own.get(side)?.attributes.get("style") ?? "none") !== "none";
    const taken = SIDES.filter((side) => format[side] !== undefined && !isOwn(side));
    if (taken.length === 0) return id;
    const sides = SIDES.map((side) =>
      taken.includes(side) ? `<${side}${format[side]}</${side}>` : (own.get(side)?.xml ?? ""),
    );
    const diagonal = ["diagonalUp", "diagonalDown"].flatMap((name) => {
      const value = border?.attributes.get(name);
      return value === undefined ? [] : [` ${name}="${escapeXml(value)}"`];
    });
    return this.#styles.add(
      "borders",
      `<border${diagonal.join("")}>${sides.join("")}${own.get("diagonal")?.xml ?? ""}</border>`,
    );
  }
}
