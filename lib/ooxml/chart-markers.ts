import { Edits } from "./rewriting.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "./tags.ts";

/** The attribute of a colour (ECMA-376, part 1, 20.1.2.3) that tells whether it is white, and its values that do, in lower case. */
const WHITES: Readonly<Record<string, readonly [attribute: string, ...values: string[]]>> = {
  srgbClr: ["val", "ffffff"],
  schemeClr: ["val", "bg1", "lt1"],
  sysClr: ["lastClr", "ffffff"],
  prstClr: ["val", "white"],
};

const isWhite = (xml: string, tag: XmlTag): boolean => {
  const [attribute, ...values] = WHITES[localName(tag.name)] ?? [""];
  return values.includes((attributeOf(xml, tag, attribute) ?? "").toLowerCase());
};

/** A marker: the range and the name of its fill, whether that is white, and whether its outline has another colour. */
interface Marker {
  fill: { readonly start: number; readonly name: string; end: number } | undefined;
  isWhite: boolean;
  hasOutline: boolean;
}

/** The elements below `c:marker` that matter here have at most this many above them. */
const PATH_LIMIT_NAMES = 3;

/** Notes what an element of a marker says, by the path of the elements above it. */
const note = (xml: string, marker: Marker, path: string, tag: XmlTag): void => {
  if (path === "spPr" && localName(tag.name) === "solidFill")
    marker.fill = { start: tag.start, name: tag.name, end: tag.end };
  else if (path === "spPr/solidFill") marker.isWhite = isWhite(xml, tag);
  else if (path.startsWith("spPr/solidFill/"))
    marker.isWhite = false; // white in another tint is a colour
  else if (path === "spPr/ln/solidFill") marker.hasOutline = !isWhite(xml, tag);
};

/**
 * The markup of a chart whose white markers have no fill if they have an outline in a colour; undefined if there are none.
 * LibreOffice draws no outlines of markers: white ones could not be seen. One without a fill it fills with the colour of its outline.
 */
export const withVisibleMarkers = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  let marker: Marker | undefined;
  const path: string[] = [];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (marker === undefined) {
      if (name === "marker" && !tag.isEnd && !tag.isEmpty)
        marker = { fill: undefined, isWhite: false, hasOutline: false };
    } else if (!tag.isEnd) {
      if (path.length <= PATH_LIMIT_NAMES) note(xml, marker, path.join("/"), tag);
      if (!tag.isEmpty) path.push(name);
    } else if (path.length > 0) {
      path.pop();
      if (path.length === 1 && path[0] === "spPr" && name === "solidFill" && marker.fill) marker.fill.end = tag.end;
    } else {
      const { fill } = marker;
      if (fill !== undefined && marker.isWhite && marker.hasOutline)
        edits.replace(fill.start, fill.end, `<${fill.name.replace("solidFill", "noFill")}/>`);
      marker = undefined;
    }
  }
  return edits.result;
};
