import {
  BlendMode,
  cmyk,
  degrees,
  grayscale,
  LineCapStyle,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
  TextRenderingMode,
} from "pdf-lib";
import sharp from "sharp";
import type { Chance } from "./chance.ts";

interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  fonts: PDFFont[];
  chance: Chance;
  x: number;
  y: number;
}

const colour = (chance: Chance) =>
  chance.one([
    rgb(chance.random(), chance.random(), chance.random()),
    cmyk(chance.random(), chance.random(), chance.random(), chance.below(0.5)),
    grayscale(chance.below(0.8)),
  ]);

const DRAWINGS: ((sheet: Sheet) => unknown)[] = [
  ({ page, fonts, chance, x, y }) =>
    page.drawText(chance.words(6).replace(/[^\x20-\x7e]/g, "e"), {
      x,
      y,
      size: chance.whole(6, 16),
      font: chance.one(fonts),
      color: colour(chance),
      maxWidth: 160,
      lineHeight: 14,
    }),
  ({ page, fonts, chance, x, y }) =>
    page.drawText("turned", {
      x,
      y,
      size: 14,
      font: chance.one(fonts),
      rotate: degrees(chance.whole(-60, 60)),
      xSkew: degrees(chance.whole(0, 20)),
      opacity: 0.7,
    }),
  ({ page, chance, x, y }) =>
    page.drawRectangle({
      x,
      y,
      width: 90,
      height: 50,
      color: colour(chance),
      borderColor: colour(chance),
      borderWidth: chance.below(4),
      borderDashArray: [4, 2],
      opacity: 0.5,
      blendMode: chance.one([BlendMode.Multiply, BlendMode.Screen, BlendMode.Normal]),
    }),
  ({ page, chance, x, y }) =>
    page.drawEllipse({ x: x + 50, y: y + 30, xScale: 50, yScale: 25, color: colour(chance), rotate: degrees(20) }),
  ({ page, chance, x, y }) =>
    page.drawLine({
      start: { x, y },
      end: { x: x + 120, y: y + 40 },
      thickness: chance.below(6),
      color: colour(chance),
      lineCap: LineCapStyle.Round,
    }),
  ({ page, chance, x, y }) =>
    page.drawSvgPath("M 0,20 L 40,60 Q 90,-40 120,10 C 90,80 60,40 0,20 Z", {
      x,
      y: y + 50,
      color: colour(chance),
      borderWidth: 1,
    }),
  async ({ pdf, page, chance, x, y }) => {
    const [width, height] = [chance.whole(30, 200), chance.whole(30, 200)];
    const channels = chance.one([3, 4] as const);
    const data = Buffer.from(
      Array.from({ length: width * height * channels }, (_, at) => (at * 7 + chance.random() * 20) & 255),
    );
    const png = await sharp(data, { raw: { width, height, channels } })
      .png({ palette: chance.random() < 0.3 })
      .toBuffer();
    page.drawImage(await pdf.embedPng(png), { x, y, width: 100, height: 60, rotate: degrees(chance.whole(0, 9)) });
  },
  ({ pdf, page, chance, x, y }) => {
    const field = pdf.getForm().createTextField(`text ${chance.random()}`);
    field.setText("filled in");
    field.addToPage(page, { x, y, width: 100, height: 20, borderWidth: 1 });
  },
  ({ pdf, page, chance, x, y }) => {
    const box = pdf.getForm().createCheckBox(`box ${chance.random()}`);
    if (chance.random() < 0.5) box.check();
    box.addToPage(page, { x, y, width: 20, height: 20 });
  },
  ({ pdf, page, chance, x, y }) => {
    const choice = pdf.getForm().createDropdown(`choice ${chance.random()}`);
    choice.addOptions(["first", "second"]);
    choice.select("second");
    choice.addToPage(page, { x, y, width: 100, height: 20 });
  },
  ({ page, fonts, chance, x, y }) =>
    page.drawText("stroked", {
      x,
      y,
      size: 26,
      font: chance.one(fonts),
      renderMode: chance.one([TextRenderingMode.Outline, TextRenderingMode.FillAndOutline]),
      strokeColor: colour(chance),
    } as object),
];

/** A file by pdf-lib: drawings, fields, and a page that is embedded in another one. */
export const byPdfLib = async (chance: Chance): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  const fonts = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.TimesRomanItalic].map((font) => pdf.embedFont(font)),
  );
  for (let count = chance.whole(1, 3); count > 0; count--) {
    const page = pdf.addPage([400, 600]);
    if (chance.random() < 0.3) page.setRotation(degrees(chance.one([90, 180, 270])));
    if (chance.random() < 0.3) page.setCropBox(20, 20, 340, 520);
    for (let cell = 0; cell < 12; cell++) {
      const place = { x: 25 + (cell % 2) * 180, y: 20 + Math.floor(cell / 2) * 92 };
      await chance.one(DRAWINGS)({ pdf, page, fonts, chance, ...place });
    }
  }
  if (chance.random() < 0.4) {
    const inner = await PDFDocument.load(await pdf.save());
    const [embedded] = await pdf.embedPdf(inner, [0]);
    pdf.addPage([300, 300]).drawPage(embedded!, { x: 10, y: 10, xScale: 0.5, yScale: 0.4, opacity: 0.8 });
  }
  return Buffer.from(await pdf.save({ useObjectStreams: chance.random() < 0.5 }));
};
