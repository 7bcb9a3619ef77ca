import { Edits } from "../rewriting.ts";
import { elementEnd, localName, nextTag, type XmlTag } from "../tags.ts";

/** A reference from a drawing to its chart (ECMA-376, part 1, 21.2.2.26). */
const CHART = /<(?:[\w.-]{1,40}:)?chart[\s/>]/;
/** What holds a chart in a group; outside of groups, drawings of Word do not have it. */
const FRAME = /<(?:[\w.-]{1,40}:)?graphicFrame[\s/>]/;
const PICTURE = /<(?:[\w.-]{1,40}:)?imagedata[\s/>]/;

/** The children of this name of the element with this start tag. */
const childrenOf = (xml: string, parent: XmlTag, end: number, name: string): [start: number, end: number][] => {
  const found: [number, number][] = [];
  for (let tag = nextTag(xml, parent.end); tag !== undefined && !tag.isEnd && tag.start < end; ) {
    const past = elementEnd(xml, tag);
    if (localName(tag.name) === name) found.push([tag.start, past]);
    tag = nextTag(xml, past);
  }
  return found;
};

/** What becomes of the charts in groups of a part. */
interface GroupedCharts {
  /** The part's new markup; undefined if it stays. */
  readonly xml: string | undefined;
  readonly areLeftOut: boolean;
}

/**
 * Charts in groups of drawings, which LibreOffice does not draw ([MS-ODRAWXML] 2.9.1). The picture that the document holds for
 * older programs is drawn instead, if there is one.
 */
export const groupedCharts = (xml: string): GroupedCharts => {
  const edits = new Edits(xml);
  let areLeftOut = false;
  if (!CHART.test(xml) || !FRAME.test(xml)) return { xml: undefined, areLeftOut };
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || localName(tag.name) !== "AlternateContent") continue;
    const end = elementEnd(xml, tag);
    const choices = childrenOf(xml, tag, end, "Choice");
    const hasChart = choices.some((range) => {
      const choice = xml.slice(...range);
      return CHART.test(choice) && FRAME.test(choice);
    });
    const [fallback] = childrenOf(xml, tag, end, "Fallback");
    if (hasChart && fallback !== undefined && PICTURE.test(xml.slice(...fallback))) {
      for (const range of choices) edits.replace(...range);
    } else areLeftOut ||= hasChart;
    tag = { ...tag, end };
  }
  return { xml: edits.result, areLeftOut };
};
