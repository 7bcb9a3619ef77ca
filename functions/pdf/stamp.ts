import { type Accepted, contract, fields, MB } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { stampPdf } from "../../lib/engines/pdf-engine.ts";
import { pictureToPdf } from "../../lib/engines/picture-to-pdf.ts";
import { EVERY_PAGE } from "../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";
import { alignmentAt, stampParts, stampRules, today } from "../../lib/fields/stamp-fields.ts";

const form = fields({ file: pdfPart, ...stampParts, password: passwordPart }).check(...stampRules);

export const stamp = contract({
  path: "/pdf/stamp",
  summary: "Draw a text, a picture or a page on the pages of a PDF file",
  description:
    "Lengths are points of the page as it is shown. Fonts are embedded; text of all scripts is drawn. The stamp is an artifact: readers for the blind leave it out.",
  accepts: { form },
  example: { form: { file: "@samples/annex.pdf", text: "{page}/{pages}", position: "bottom", fontSize: 10 } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "stamped.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

type Input = Accepted<typeof form>;

/** Where and how a stamp lies on the pages. */
const layerOf = ({ position = "center", margin = 36, x, y, width, angle = 0, opacity = 1, under = false }: Input) => ({
  place: x === undefined || y === undefined ? position : { x, y },
  ...{ margin, width, angle, opacity, isUnder: under },
});

const alignmentOf = ({ position = "center", x }: Input) => (x === undefined ? alignmentAt(position) : "left");

/** What is drawn: the text, or the file whose first page is drawn. */
const markOf = async (input: Input, signal: AbortSignal) => {
  const { text = "", image, stamp: page, fontSize = 24, color = [0, 0, 0] as const, start, offset } = input;
  if (page !== undefined) return { file: { bytes: page.bytes, field: "stamp" } };
  if (image !== undefined) return { file: { bytes: await pictureToPdf(image.bytes, "image", signal), field: "image" } };
  return { text: { text, date: today(), start, offset, fontSize, colour: color, align: alignmentOf(input) } } as const;
};

export const handler = endpoint(stamp, async (input, signal) => {
  const { file, pages = EVERY_PAGE, password } = input;
  const order = { pages, layer: layerOf(input), mark: await markOf(input, signal) };
  return {
    ...(await stampPdf.run({ bytes: file.bytes, field: "file", password, ...order }, signal)),
    headers: { "X-Pdf-Engine": stampPdf.name },
  };
});
