import { GState, jsPDF, ShadingPattern, TilingPattern } from "jspdf";
import sharp from "sharp";
import { seeded } from "../pictures.ts";
import type { Chance } from "./chance.ts";

const random = seeded(9);
const noise = Buffer.from(Array.from({ length: 80 * 50 * 4 }, (_, at) => (at * 5 + random() * 40) & 255));
/** A picture with transparency, and one without. */
const PICTURES = await Promise.all(
  [true, false].map((alpha) => {
    const picture = sharp(noise, { raw: { width: 80, height: 50, channels: 4 } });
    return (alpha ? picture : picture.removeAlpha()).png().toBuffer();
  }),
);

type Draw = (pdf: jsPDF, chance: Chance, x: number, y: number) => unknown;

const DRAWINGS: Draw[] = [
  (pdf, chance, x, y) =>
    pdf
      .setFontSize(chance.whole(6, 15))
      .setTextColor(chance.colour())
      .text(chance.words(4), x, y, { maxWidth: 160, charSpace: chance.below(1) }),
  (pdf, chance, x, y) => pdf.text("turned", x + 40, y + 30, { angle: chance.whole(-50, 50), align: "center" }),
  (pdf, chance, x, y) =>
    pdf
      .setFont(chance.one(["courier", "times", "helvetica"]), chance.one(["normal", "bold"]))
      .text(["two", "lines"], x, y, {
        lineHeightFactor: 1.5,
        renderingMode: chance.one(["fill", "stroke", "fillThenStroke"]),
      }),
  (pdf, chance, x, y) =>
    pdf
      .setFillColor(chance.colour())
      .setDrawColor(chance.colour())
      .setLineWidth(chance.below(4))
      .rect(x, y, 80, 50, chance.one(["F", "S", "FD"])),
  (pdf, chance, x, y) =>
    pdf
      .setLineDashPattern([chance.whole(1, 6), 2], 0)
      .setDrawColor(chance.colour())
      .lines(
        [
          [50, 10],
          [20, 30, 40, -20, 60, 10],
        ],
        x,
        y,
        [1, 1],
        "S",
      )
      .setLineDashPattern([], 0),
  (pdf, chance, x, y) =>
    pdf
      .setFillColor(chance.below(1), chance.below(1), chance.below(1), chance.below(1))
      .ellipse(x + 50, y + 30, 45, 25, "F"),
  (pdf, chance, x, y) => {
    pdf.saveGraphicsState();
    pdf.setGState(new GState({ opacity: 0.4 }));
    pdf.setFillColor(chance.colour()).triangle(x, y, x + 90, y, x + 30, y + 60, "F");
    pdf.restoreGraphicsState();
  },
  (pdf, chance, x, y) => pdf.addImage(chance.one(PICTURES), "PNG", x, y, chance.whole(20, 120), 60),
];

/** Patterns need the advanced API of jsPDF. */
const patterns = (pdf: jsPDF, chance: Chance): void => {
  pdf.advancedAPI((advanced) => {
    const colours = [0, 1].map((offset) => ({ offset, color: [chance.whole(0, 255), chance.whole(0, 255), 90] }));
    advanced.addShadingPattern("S", new ShadingPattern("axial", [0, 0, 100, 60], colours as never));
    const tile = new TilingPattern([0, 0, 10, 10], 10, 10);
    advanced.beginTilingPattern(tile);
    advanced.setFillColor(chance.colour()).circle(5, 5, 4, "F");
    advanced.endTilingPattern("T", tile);
    for (const [index, key] of ["S", "T"].entries()) {
      advanced.rect(20, 480 + 70 * index, 100, 60, null as never);
      advanced.fill({ key, matrix: advanced.Matrix(1, 0, 0, 1, 20, 480 + 70 * index) } as never);
    }
  });
};

/** A file by jsPDF: drawings on one to three pages, some with shadings and tilings. */
export const byJsPdf = async (chance: Chance): Promise<Buffer> => {
  const pdf = new jsPDF({
    unit: "pt",
    format: [400, 640],
    compress: chance.random() < 0.5,
    putOnlyUsedFonts: chance.random() < 0.5,
  });
  for (let page = chance.whole(1, 3); page > 0; page--) {
    for (let cell = 0; cell < 10; cell++)
      chance.one(DRAWINGS)(pdf, chance, 20 + (cell % 2) * 180, 30 + Math.floor(cell / 2) * 92);
    if (chance.random() < 0.4) patterns(pdf, chance);
    if (page > 1) pdf.addPage();
  }
  return Buffer.from(pdf.output("arraybuffer"));
};
