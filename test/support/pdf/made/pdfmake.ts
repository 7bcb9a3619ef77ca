import { createRequire } from "node:module";
import type { Chance } from "./chance.ts";

interface PdfMake {
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  setFonts(fonts: Record<string, Record<string, string>>): void;
  createPdf(definition: object): { getBuffer(): Promise<Buffer> };
}

const require = createRequire(import.meta.url);
const font = (style: string): string => require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);
const FONTS = {
  Roboto: { normal: font("Regular"), bold: font("Medium"), italics: font("Italic"), bolditalics: font("MediumItalic") },
};

const block = (chance: Chance): object =>
  chance.one([
    () => ({ text: chance.words(chance.whole(5, 60)), fontSize: chance.whole(6, 16), color: chance.colour() }),
    () => ({
      text: chance.words(12),
      bold: true,
      decoration: "underline",
      characterSpacing: chance.below(2),
      background: chance.colour(),
    }),
    () => ({ ul: [chance.words(3), chance.words(5), { ol: [chance.words(2), chance.words(2)] }] }),
    () => ({
      table: {
        headerRows: 1,
        body: Array.from({ length: 6 }, () =>
          [1, 2, 3].map(() => ({ text: chance.words(2), fillColor: chance.random() < 0.3 ? chance.colour() : null })),
        ),
      },
      layout: chance.one(["lightHorizontalLines", "noBorders", "headerLineOnly"]),
    }),
    () => ({
      canvas: [
        { type: "rect", x: 0, y: 0, w: 120, h: 40, r: 6, color: chance.colour(), lineWidth: 2 },
        { type: "ellipse", x: 200, y: 20, r1: 40, r2: 15, color: chance.colour(), fillOpacity: 0.5 },
      ],
    }),
    () => ({
      svg: `<svg width="120" height="50"><path d="M5 5 L90 20 A20 20 0 0 1 40 45 Z" fill="${chance.colour()}" stroke="black"/><text x="10" y="30">Text</text></svg>`,
    }),
    () => ({ qr: chance.words(3), fit: 70 }),
    () => ({
      columns: [
        { text: chance.words(20), italics: true },
        { text: chance.words(20), alignment: "justify" },
      ],
    }),
  ])();

/** A file by pdfmake: blocks of text, tables and drawings in an embedded TrueType font. */
export const byPdfMake = async (chance: Chance): Promise<Buffer> => {
  const pdfmake = require("pdfmake") as PdfMake;
  pdfmake.setFonts(FONTS);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.endsWith(".ttf"));
  const content = Array.from({ length: chance.whole(5, 25) }, () => block(chance));
  const watermark = chance.random() < 0.3 ? { text: "draft", opacity: 0.2 } : undefined;
  return pdfmake
    .createPdf({ content, watermark, compress: chance.random() < 0.6, footer: (page: number) => `page ${page}` })
    .getBuffer();
};
