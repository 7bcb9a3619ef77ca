import { RELATIONS } from "./parts.ts";

/** The common prefix of the namespaces of drawings. */
export const DRAWINGS = "http://schemas.openxmlformats.org/drawingml/2006";

/** Content type of a chart part, without the common prefix. */
export const CHARTS = "openxmlformats-officedocument.drawingml.chart+xml";

const points = (values: readonly (string | number)[]) =>
  `<c:ptCount val="${values.length}"/>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("")}`;

/** The part of a bar chart, "Sales of the year" in North (30), South (10) and West (20), with bars of this colour; `end` stands after it. */
export const chart = (
  colour: string,
  end = "",
): string => `<c:chartSpace xmlns:c="${DRAWINGS}/chart" xmlns:a="${DRAWINGS}/main" xmlns:r="${RELATIONS}"><c:chart>
<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Sales of the year</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>
<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/>
<c:spPr><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></c:spPr>
<c:cat><c:strRef><c:f>Sheet1!$A$1:$A$3</c:f><c:strCache>${points(["North", "South", "West"])}</c:strCache></c:strRef></c:cat>
<c:val><c:numRef><c:f>Sheet1!$B$1:$B$3</c:f><c:numCache>${points([30, 10, 20])}</c:numCache></c:numRef></c:val>
</c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>
<c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>
<c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx>
</c:plotArea></c:chart>${end}</c:chartSpace>`;

/** The element that shows a chart, by the id of its relationship. */
export const chartOf = (id: string): string =>
  `<c:chart xmlns:c="${DRAWINGS}/chart" xmlns:r="${RELATIONS}" r:id="${id}"/>`;

/** A paragraph of Word that shows a chart. */
export const chartFrame = (id: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="c"/><a:graphic>` +
  `<a:graphicData uri="${DRAWINGS}/chart">${chartOf(id)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
