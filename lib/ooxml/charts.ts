import { withVisibleMarkers } from "./chart-markers.ts";
import type { Package } from "./package.ts";
import { Edits, PackageRewriter } from "./rewriting.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "./tags.ts";

const CHART_TYPE = "drawingml.chart+xml";

/** The parts of a package that hold charts (ECMA-376, part 1, 14.2.1). */
const chartParts = ({ files, typeOf }: Package): string[] =>
  [...files.keys()].filter((name) => typeOf(name)?.includes(CHART_TYPE));

/** Elements that hold points, with their number (21.2.2.138). */
const POINT_LISTS = new Set(["strCache", "numCache", "strLit", "numLit", "multiLvlStrCache"]);

/** A larger index belongs to no chart. */
const POINTS_LIMIT = 100_000;

/** A list of points: its start tag, its element for their number, and the largest of their indexes. */
interface PointList {
  readonly start: XmlTag;
  count: XmlTag | undefined;
  last: number;
}

const pointListsIn = (xml: string): PointList[] => {
  const lists: PointList[] = [];
  let open: PointList | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (POINT_LISTS.has(name)) {
      open = tag.isEnd || tag.isEmpty ? undefined : { start: tag, count: undefined, last: -1 };
      if (open !== undefined) lists.push(open);
    } else if (open === undefined || tag.isEnd) continue;
    else if (name === "ptCount") open.count = tag;
    else if (name === "pt") open.last = Math.max(open.last, Number(attributeOf(xml, tag, "idx") ?? 0));
  }
  return lists;
};

/** Corrects the counts of points that are too low or missing: LibreOffice would not open the document. */
const withPointCounts = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  for (const { start, count, last } of pointListsIn(xml)) {
    const stated = count === undefined ? 0 : Number(attributeOf(xml, count, "val") ?? 0);
    if (stated > last || last >= POINTS_LIMIT) continue;
    const name = `${start.name.slice(0, start.name.indexOf(":") + 1)}ptCount`;
    const text = `<${name} val="${last + 1}"/>`;
    if (count === undefined) edits.replace(start.end, start.end, text);
    else edits.replace(count.start, count.end, count.isEmpty ? text : text.replace("/>", ">"));
  }
  return edits.result;
};

/** Whether a part holds a whole chart; LibreOffice draws nothing otherwise. */
const isWholeChart = (xml: string): boolean =>
  /<\/?(?:[\w.-]{1,40}:)?plotArea[\s/>]/.test(xml) && /chartSpace\s*>\s*$/.test(xml.slice(-1000));

/** Prepares the charts of a package for LibreOffice; returns whether there are any. */
export const prepareCharts = (rewriting: PackageRewriter): boolean => {
  const charts = chartParts(rewriting.original);
  for (const chart of charts) {
    rewriting.change(chart, withPointCounts);
    rewriting.change(chart, withVisibleMarkers);
    if (!isWholeChart(rewriting.raw(chart))) rewriting.warn("chart-left-out", "A chart is damaged; it is not drawn.");
  }
  return charts.length > 0;
};

const EMPTY_CHART = Buffer.from('<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>');

/** A package with empty charts, for a document that LibreOffice does not open with them. */
export const withoutCharts = (officePackage: Package, bytes: Buffer): Buffer => {
  const rewriting = new PackageRewriter(officePackage);
  for (const part of chartParts(officePackage)) rewriting.replace(part, EMPTY_CHART);
  return rewriting.finish() ?? bytes;
};
