import { once } from "node:events";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import type { Chance } from "./chance.ts";

type Draw = (pdf: PDFKit.PDFDocument, chance: Chance, x: number, y: number) => void | Promise<void>;

const picture = async (chance: Chance, format: "png" | "jpeg", alpha: boolean): Promise<Buffer> => {
  const [width, height] = [chance.whole(20, 300), chance.whole(20, 200)];
  const channels = alpha ? 4 : 3;
  const data = Buffer.from(
    Array.from(
      { length: width * height * channels },
      (_, at) => (at * 3 + (at >> 9) * 20 + chance.random() * 30) & 255,
    ),
  );
  return sharp(data, { raw: { width, height, channels } }).toFormat(format).toBuffer();
};

/** Drawings of PDFKit, each of 150 × 90 points. */
const DRAWINGS: Draw[] = [
  (pdf, chance, x, y) =>
    void pdf
      .fontSize(chance.whole(6, 14))
      .fillColor(chance.colour())
      .text(chance.words(9), x, y, { width: 150, align: chance.one(["left", "justify", "right"]) }),
  (pdf, chance, x, y) =>
    void pdf
      .font(chance.one(["Helvetica", "Times-Italic", "Courier-Bold"]))
      .fontSize(9)
      .text(chance.words(5), x, y, {
        width: 150,
        characterSpacing: chance.below(2),
        wordSpacing: chance.below(5),
        underline: true,
        strike: chance.random() < 0.3,
      }),
  (pdf, chance, x, y) =>
    void pdf
      .rect(x, y, 60, 40)
      .fill(chance.colour())
      .rect(x + 70, y, 60, 40)
      .fillAndStroke(chance.colour(), chance.colour()),
  (pdf, chance, x, y) =>
    void pdf
      .lineWidth(chance.below(4))
      .dash(chance.whole(1, 8), { space: chance.whole(1, 5) })
      .moveTo(x, y)
      .bezierCurveTo(x + 50, y + 90, x + 90, y - 20, x + 150, y + 60)
      .stroke(chance.colour())
      .undash(),
  (pdf, chance, x, y) => {
    const gradient = pdf
      .linearGradient(x, y, x + 120, y)
      .stop(0, chance.colour())
      .stop(0.4, chance.colour(), 0.5)
      .stop(1, chance.colour());
    pdf.rect(x, y, 120, 60).fill(gradient);
  },
  (pdf, chance, x, y) => {
    const gradient = pdf
      .radialGradient(x + 50, y + 40, 0, x + 50, y + 40, 40)
      .stop(0, chance.colour())
      .stop(1, chance.colour());
    pdf.circle(x + 50, y + 40, 40).fill(gradient);
  },
  (pdf, chance, x, y) =>
    void pdf
      .save()
      .rotate(chance.whole(-40, 40), { origin: [x + 60, y + 40] })
      .fillOpacity(0.6)
      .fontSize(16)
      .fillColor(chance.colour())
      .text("rotated", x + 20, y + 30, { lineBreak: false })
      .restore(),
  (pdf, chance, x, y) =>
    void pdf
      .save()
      .circle(x + 40, y + 40, 40)
      .clip()
      .rect(x, y, 100, 40)
      .fill(chance.colour())
      .restore(),
  (pdf, chance, x, y) =>
    void pdf
      .path(`M${x},${y} L${x + 90},${y + 20} Q${x + 40},${y + 90} ${x},${y + 50} Z`)
      .fill(chance.colour(), "even-odd"),
  async (pdf, chance, x, y) => void pdf.image(await picture(chance, "jpeg", false), x, y, { fit: [140, 80] }),
  async (pdf, chance, x, y) =>
    void pdf.image(await picture(chance, "png", chance.random() < 0.6), x, y, {
      width: chance.whole(20, 140),
      height: 80,
    }),
  (pdf, chance, x, y) =>
    void pdf.fontSize(24).text("Outline", x, y, { stroke: true, fill: chance.random() < 0.5, lineBreak: false }),
  (pdf, _, x, y) =>
    void pdf
      .fontSize(10)
      .text("a link", x, y, { link: "https://example.com", lineBreak: false })
      .note(x + 60, y, 20, 20, "a note")
      .highlight(x, y, 40, 12),
  (pdf, chance, x, y) => {
    const pattern = pdf.pattern([0, 0, 8, 8], 8, 8, "1 w 0 4 m 8 4 l s 4 0 m 4 8 l s");
    pdf.rect(x, y, 100, 60).fill([pattern, chance.colour()] as unknown as PDFKit.Mixins.ColorValue);
  },
  (pdf, chance, x, y) =>
    void pdf
      .rect(x, y, 80, 50)
      .fill([chance.whole(0, 100), chance.whole(0, 100), chance.whole(0, 100), chance.whole(0, 60)]),
];

/** A file by PDFKit: drawings in a grid, on one to three pages. */
export const byPdfKit = async (chance: Chance): Promise<Buffer> => {
  const pdf = new PDFDocument({
    size: chance.one(["A4", "LETTER", "A5"]),
    compress: chance.random() < 0.7,
    margin: 10,
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => void chunks.push(chunk));
  for (let page = chance.whole(1, 3); page > 0; page--) {
    for (let cell = 0; cell < 12; cell++) {
      await chance.one(DRAWINGS)(pdf, chance, 20 + (cell % 2) * 180, 20 + Math.floor(cell / 2) * 92);
    }
    if (page > 1) pdf.addPage();
  }
  pdf.end();
  await once(pdf, "end");
  return Buffer.concat(chunks);
};
