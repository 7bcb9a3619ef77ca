import {
  contract,
  described,
  fields,
  integer,
  jsonPart,
  MB,
  number,
  oneOf,
  optional,
  rule,
  textPart,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { renderPdf } from "../../lib/engines/render-pdf.ts";
import { EVERY_PAGE, pagesPart } from "../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";
import { backgroundPart, type Colour, WHITE } from "../../lib/fields/picture-background.ts";

const [DEFAULT_FORMAT, DEFAULT_DPI, DEFAULT_QUALITY] = ["png", 150, 85] as const;

const format = described(oneOf(["png", "jpeg", "webp"]), {
  description: "The format of the pictures.",
  default: DEFAULT_FORMAT,
});

const dpi = described(number(20, 600), {
  description: "The resolution in pixels per inch. It excludes `width`.",
  default: DEFAULT_DPI,
});

const width = described(integer(1, 14_400), {
  description: "The width of each picture in pixels; its height follows from the page. It excludes `dpi`.",
});

const quality = described(integer(1, 100), {
  description: "The quality of JPEG and WebP. PNG loses nothing.",
  default: DEFAULT_QUALITY,
});

interface Input {
  readonly format?: string | undefined;
  readonly dpi?: unknown;
  readonly width?: unknown;
  readonly quality?: unknown;
  readonly background?: Colour | undefined;
}

const rules = [
  rule<Input>(({ dpi, width }) => dpi === undefined || width === undefined, "must not be given beside dpi", "width"),
  rule<Input>(
    ({ format = DEFAULT_FORMAT, quality }) => quality === undefined || format !== "png",
    "must not be given for png, which loses nothing",
    "quality",
  ),
  rule<Input>(
    ({ format, background = WHITE }) => format !== "jpeg" || background[3] === 255,
    "must have no opacity for jpeg",
    "background",
  ),
];

export const images = contract({
  path: "/pdf/images",
  summary: "Draw the pages of a PDF file as pictures",
  description:
    "Pages are drawn as a reader shows them, with annotations and form fields. The picture of one page is the result itself; several are in `images.zip`, as `page-01.png` and so on, by the number of the page. A page that is chosen twice is drawn once.",
  accepts: {
    form: fields({
      file: pdfPart,
      pages: optional(pagesPart("The pages to draw; all by default.")),
      format: optional(textPart(format)),
      dpi: optional(jsonPart(dpi)),
      width: optional(jsonPart(width)),
      background: optional(backgroundPart),
      quality: optional(jsonPart(quality)),
      password: passwordPart,
    }).check(...rules),
  },
  example: { form: { file: "@samples/annex.pdf", pages: "1", width: 800 } },
  limitBytes: 100 * MB,
  credits: 1,
  output: {
    name: "page.png",
    type: "image/png",
    others: [
      { name: "page.jpg", type: "image/jpeg" },
      { name: "page.webp", type: "image/webp" },
      { name: "images.zip", type: "application/zip" },
    ],
    headers: ["X-Pdf-Engine"],
  },
});

export const handler = endpoint(images, async (input, signal) => {
  const { file, pages = EVERY_PAGE, password, width, dpi = DEFAULT_DPI } = input;
  const { format = DEFAULT_FORMAT, background = WHITE, quality = DEFAULT_QUALITY } = input;
  const scale = width === undefined ? { dpi } : { width };
  const work = { kind: "draw", format, scale, background, quality } as const;
  return {
    ...(await renderPdf.run({ bytes: file.bytes, field: "file", pages, password, work }, signal)),
    headers: { "X-Pdf-Engine": renderPdf.name },
  };
});
