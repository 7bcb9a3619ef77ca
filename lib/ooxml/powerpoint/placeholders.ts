import { tagsNamed } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "../tags.ts";

/** How a placeholder is placed that has no position anywhere. */
type Place = "title" | "body";

/** A placeholder of a slide, a layout or a master (`p:ph`: ECMA-376, part 1, 19.3.1.36). */
interface Placeholder {
  readonly place: Place;
  readonly hasPosition: boolean;
  readonly hasText: boolean;
  readonly properties: XmlTag | undefined;
}

/** By the types of placeholders; those of other types stay as they are. */
const PLACES_BY_TYPE: ReadonlyMap<string, Place> = new Map([
  ["title", "title"],
  ["ctrTitle", "title"],
  ["body", "body"],
  ["obj", "body"],
  ["subTitle", "body"],
]);

const NO_SHAPE: Omit<Placeholder, "place"> = { hasPosition: false, hasText: false, properties: undefined };

const placeholdersIn = (xml: string): Placeholder[] => {
  const found: Placeholder[] = [];
  let place: Place | undefined;
  let shape = NO_SHAPE;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "sp") {
      if (tag.isEnd && place !== undefined) found.push({ place, ...shape });
      [place, shape] = [undefined, NO_SHAPE];
    } else if (tag.isEnd) continue;
    else if (name === "ph") place = PLACES_BY_TYPE.get(attributeOf(xml, tag, "type") ?? "obj");
    else if (name === "spPr") shape = { ...shape, properties: tag };
    else if (name === "off") shape = { ...shape, hasPosition: true };
    else if (name === "t" && !tag.isEmpty) shape = { ...shape, hasText: true };
  }
  return found;
};

/** The positions and sizes in PowerPoint's default design, as fractions of the width and height of the slide. */
const DEFAULT_PLACES: Readonly<Record<Place, readonly [x: number, y: number, width: number, height: number]>> = {
  title: [0.05, 0.04, 0.9, 0.167],
  body: [0.05, 0.233, 0.9, 0.66],
};

/** The width and height of a slide in EMU if the presentation states none (ECMA-376, part 1, 19.2.1.39). */
const DEFAULT_SLIDE_SIZE = { cx: 9_144_000, cy: 6_858_000 };

const slideSize = (presentation: string) => {
  const { cx, cy } = tagsNamed(presentation, "sldSz")[0]?.attributes ?? {};
  return { cx: Number(cx) || DEFAULT_SLIDE_SIZE.cx, cy: Number(cy) || DEFAULT_SLIDE_SIZE.cy };
};

const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";

const withPlaces = (xml: string, inherited: ReadonlySet<Place>, size: { cx: number; cy: number }) => {
  const edits = new Edits(xml);
  for (const { place, hasPosition, hasText, properties } of placeholdersIn(xml)) {
    if (hasPosition || !hasText || properties === undefined || inherited.has(place)) continue;
    const [x, y, width, height] = DEFAULT_PLACES[place];
    const transform =
      `<a:xfrm xmlns:a="${DRAWING}"><a:off x="${Math.round(x * size.cx)}" y="${Math.round(y * size.cy)}"/>` +
      `<a:ext cx="${Math.round(width * size.cx)}" cy="${Math.round(height * size.cy)}"/></a:xfrm>`;
    edits.reserve(transform.length);
    const { start, end, name, isEmpty } = properties;
    if (isEmpty) edits.replace(start, end, `${xml.slice(start, end - 2)}>${transform}</${name}>`);
    else edits.replace(end, end, transform);
  }
  return edits.result;
};

/**
 * Places the titles and bodies of slides that have no position in the slide, its layout or its master. LibreOffice would not print
 * their text. Some programs write such slides.
 */
export const placePlaceholders = (rewriting: PackageRewriter, slides: readonly string[]): void => {
  const related = (part: string, wanted: string) =>
    rewriting.original.relationships(part).find(({ type }) => type === wanted)?.part ?? "";
  const placed = new Map<string, ReadonlySet<Place>>();
  const placedIn = (part: string): ReadonlySet<Place> => {
    const known = placed.get(part);
    if (known !== undefined) return known;
    const places = new Set(
      placeholdersIn(rewriting.raw(part)).flatMap(({ place, hasPosition }) => (hasPosition ? place : [])),
    );
    placed.set(part, places);
    return places;
  };
  const size = slideSize(rewriting.raw(related("", "officeDocument")));
  for (const slide of slides) {
    const layout = related(slide, "slideLayout");
    const inherited = new Set([...placedIn(layout), ...placedIn(related(layout, "slideMaster"))]);
    rewriting.change(slide, (xml) => withPlaces(xml, inherited, size));
  }
};
