import { docx, paragraph, run } from "./docx.ts";
import { xlsx } from "./xlsx.ts";

const WORDS =
  "The quick brown fox jumps over the lazy dog while nine wizards vex the judge and five quacking zephyrs jolt my bed";
const sentence = (seed: number): string => {
  const words = WORDS.split(" ");
  return Array.from({ length: 18 }, (_, index) => words[(seed * 7 + index * 5) % words.length]).join(" ");
};

const chapter = (number: number): string => {
  const table = Array.from(
    { length: 8 },
    (_, row) =>
      `<w:tr>${Array.from({ length: 4 }, (__, cell) => `<w:tc>${paragraph(`${number}.${row}.${cell}`)}</w:tc>`).join("")}</w:tr>`,
  );
  const text = Array.from({ length: 9 }, (_, index) =>
    paragraph(Array.from({ length: 6 }, (__, part) => sentence(number * 100 + index * 10 + part)).join(". ")),
  );
  return `${paragraph(run(`Chapter ${number}`, "<w:b/>"))}${text.join("")}<w:tbl>${table.join("")}</w:tbl>`;
};

/** A Word document of one line. */
export const hello = docx(paragraph("Hello, world"));

/** A Word report of 27 pages with chapters and tables. */
export const report = docx(Array.from({ length: 20 }, (_, index) => chapter(index + 1)).join(""));

/** An Excel invoice: a dozen lines with formulas. */
export const invoice = xlsx([
  ["Invoice", "2025-114"],
  ["Item", "Count", "Price", "Sum"],
  ...Array.from({ length: 12 }, (_, index) => [
    `Item ${index + 1}`,
    index + 1,
    9.5,
    { xml: `<c r="D${index + 3}"><f>B${index + 3}*C${index + 3}</f><v>${(index + 1) * 9.5}</v></c>` },
  ]),
]);

/** An Excel table: 1,000 rows of 8 cells. */
export const table = xlsx(
  Array.from({ length: 1000 }, (_, row) => [`Row ${row}`, ...Array.from({ length: 7 }, (__, cell) => row * cell)]),
);
